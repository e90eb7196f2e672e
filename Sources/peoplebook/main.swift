print("peoplebook")
