/// The names of one place.
struct Culture: Sendable {
  struct Name: Sendable {
    /// The name in its own script.
    var written: String
    /// In Latin letters without marks, for an e-mail address.
    var latin: String
  }

  var given: [Name]
  var family: [Name]
  /// A phone number; `#` is any digit.
  var phone: String

  /// Names are separated by blanks; `山田/yamada` says how a name looks in Latin letters.
  private init(_ given: String, _ family: String, phone: String) {
    self.given = Self.names(given)
    self.family = Self.names(family)
    self.phone = phone
  }

  private static func names(_ text: String) -> [Name] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "/", maxSplits: 1)
      // An underscore is a blank within a name.
      let written = String(parts[0]).replacing("_", with: " ")
      return Name(written: written, latin: parts.count > 1 ? String(parts[1]) : written)
    }
  }

  static let all: [Culture] = [
    Culture(
      "Grace Alan Edith Oliver Mabel Rupert Winifred Hugo Beatrice Percy Ada Mary Katherine George",
      "Lovelace Hopper Turing Ashworth Pemberton Okafor Sinclair Whitby O'Brien Fairweather Marlowe Singh",
      phone: "+44 20 7946 0###"),
    Culture(
      "Jürgen/juergen Anneliese Käthe/kaethe Moritz Friederike Sören/soeren Ottilie Björn/bjoern Hannelore Till",
      "Müller/mueller Schröder/schroeder Weiß/weiss von_der_Heide/heide Köhler/koehler Lindqvist Jäger/jaeger Vogel",
      phone: "+49 30 23125 ###"),
    Culture(
      "Åsa/asa Östen/osten Linnéa/linnea Märta/marta Håkan/hakan Freja Rasmus Søren/soren Øystein/oystein Ægir/aegir",
      "Öström/ostrom Ångström/angstrom Sjöberg/sjoberg Nygård/nygard Bjørnson/bjornson Lindgren Ørsted/orsted Þór/thor",
      phone: "+46 8 465 004 ##"),
    Culture(
      "Éloïse/eloise François/francois Zoé/zoe Gaël/gael Thérèse/therese Aimé/aime Noémie/noemie Jérôme/jerome",
      "Lefèvre/lefevre d'Aubigné/daubigne Dupont Garçon/garcon Béranger/beranger L'Hôpital/lhopital Châtelet/chatelet",
      phone: "+33 1 99 00 ## ##"),
    Culture(
      "José/jose Ximena Íñigo/inigo Begoña/begona Raúl/raul Pilar Joaquín/joaquin Guadalupe Ñusta/nusta Inés/ines",
      "Muñoz/munoz García_Márquez/garciamarquez Núñez/nunez Ibáñez/ibanez de_la_Cruz/delacruz Quispe Peña/pena",
      phone: "+34 911 23 45 ##"),
    Culture(
      "Łukasz/lukasz Żaneta/zaneta Zdzisław/zdzislaw Grażyna/grazyna Bożena/bozena Jiří/jiri Šárka/sarka Dvořák/dvorak",
      "Wiśniewska/wisniewska Łęcki/lecki Żółtowski/zoltowski Čapek/capek Skłodowska/sklodowska Nováková/novakova",
      phone: "+48 22 555 01 ##"),
    Culture(
      "İpek/ipek Şebnem/sebnem Çağlar/caglar Oğuz/oguz Gülşen/gulsen Ayşe/ayse Ünal/unal Işıl/isil",
      "Yılmaz/yilmaz Şahin/sahin Çelik/celik Öztürk/ozturk Güneş/gunes Karaoğlan/karaoglan",
      phone: "+90 212 555 01 ##"),
    Culture(
      "Nguyễn/nguyen Thị_Hương/huong Đức/duc Phượng/phuong Quỳnh/quynh Tuấn/tuan Ngọc/ngoc",
      "Đỗ/do Trần/tran Phạm/pham Võ/vo Đặng/dang Bùi/bui Hồ/ho",
      phone: "+84 24 5550 1##"),
    Culture(
      "Ελένη/eleni Δημήτρης/dimitris Καλλιόπη/kalliopi Οδυσσέας/odysseas Υπατία/ypatia Αριάδνη/ariadni",
      "Παπαδοπούλου/papadopoulou Καζαντζάκης/kazantzakis Σεφέρης/seferis Θεοδωράκη/theodoraki Ξενάκης/xenakis",
      phone: "+30 21 5550 01##"),
    Culture(
      "Анна/anna Фёдор/fyodor Софья/sofya Юрий/yuri Марфа/marfa Олексій/oleksii Ївга/yivha Богдан/bohdan",
      "Ковалевская/kovalevskaya Щербина/shcherbyna Шевченко/shevchenko Ёлкин/yolkin Гопак/hopak Ярошенко/yaroshenko",
      phone: "+380 44 555 01 ##"),
    Culture(
      "ليلى/layla عمر/omar فاطمة/fatima يوسف/yusuf زينب/zaynab ابن/ibn نجيب/najib مريم/maryam",
      "الخوارزمي/alkhwarizmi حداد/haddad الفهري/alfihri منصور/mansour درويش/darwish القاسم/alqasim",
      phone: "+20 2 5550 01##"),
    Culture(
      "אפרים/efrayim רחל/rachel נועה/noa יהודה/yehuda שירה/shira עמוס/amos",
      "קישון/kishon עוז/oz בן־דוד/bendavid לוי/levi שפירא/shapira",
      phone: "+972 3 555 01##"),
    Culture(
      "आर्यभट/aryabhata कल्पना/kalpana इंदिरा/indira राजेश/rajesh मीरा/meera श्रीनिवास/srinivas",
      "चावला/chawla शर्मा/sharma कुलकर्णी/kulkarni ठाकुर/thakur मिश्र/mishra",
      phone: "+91 11 5550 01##"),
    Culture(
      "มาลี/malee สมชาย/somchai ปราณี/pranee กิตติ/kitti",
      "ศรีสุข/srisuk วงศ์ไทย/wongthai จันทร์เพ็ญ/chanphen",
      phone: "+66 2 555 01##"),
    Culture(
      "阿明/aming 秀英/xiuying 伟/wei 小龙/xiaolong 静/jing 美玲/meiling",
      "王/wang 李/li 张/zhang 司马/sima 欧阳/ouyang 陳/chen",
      phone: "+86 10 5550 01##"),
    Culture(
      "太郎/taro 花子/hanako さくら/sakura 健二/kenji ひかり/hikari 式部/shikibu",
      "山田/yamada 安藤/ando 紫/murasaki 渡邉/watanabe 髙橋/takahashi 小野寺/onodera",
      phone: "+81 3 5550 01##"),
    Culture(
      "지우/jiwoo 서연/seoyeon 민준/minjun 하늘/haneul 영실/yeongsil",
      "김/kim 박/park 이/lee 장/jang 남궁/namgung",
      phone: "+82 2 555 01##"),
    Culture(
      "თამარ/tamar შოთა/shota ნინო/nino Անահիտ/anahit Մեսրոպ/mesrop",
      "რუსთაველი/rustaveli მეფე/mepe Խաչատրյան/khachatryan Սարյան/saryan",
      phone: "+995 32 255 01 ##"),
    Culture(
      "አበበ/abebe ሐረግ/hareg Chimamanda Wọlé/wole Adébáyọ̀/adebayo Wangari Thandiwe Ng'endo/ngendo",
      "ቢቂላ/bikila Ṣóyínká/soyinka Adichie Maathai Mokoena ǃXaro/xaro",
      phone: "+234 1 555 01##"),
    Culture(
      "Keʻalohi/kealohi Kūhiō/kuhio Māui/maui Hinemoa Kahurangi Leilani",
      "Kamehameha Kealiʻi/kealii Ngāpuhi/ngapuhi Tāwhiao/tawhiao Kapaʻakea/kapaakea",
      phone: "+64 4 555 01##"),
  ]
}
