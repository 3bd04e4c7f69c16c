// The linter for GitLab's files uses a method of sets that Node has since version 22.
Set.prototype.union ??= function union(other) {
  return new Set([...this, ...other]);
};
