/// A method as a closure that does not keep its object alive, and does nothing after the object's release.
///
///     table *= TableViewSectionBinding.items(viewModel.people)
///       .didSelectRow(weakly(self, PeopleViewController.edit))
///
/// `self.edit`, or `edit` alone, would keep `self`: the view controller keeps the group, the group keeps the chain, the
/// chain the method and with it the view controller.
@MainActor
public func weakly<Object: AnyObject, each Argument>(
  _ object: Object, _ method: @escaping (Object) -> (repeat each Argument) -> Void
) -> (repeat each Argument) -> Void {
  { [weak object] (argument: repeat each Argument) in
    if let object { method(object)(repeat each argument) }
  }
}
