// Where does the NaN come from?
#pragma once

namespace tiga {

/// While one is alive, every value and every gradient that a tracked computation makes is looked at, and the first that
/// is not finite is a tiga::error that names the operation, its element type, the position and what was found:
/// "finite_checks: log gave -inf at element 3 of 8 (f32)". Costs a pass over every value; all threads of the process.
class finite_checks {
 public:
  finite_checks();
  ~finite_checks();
  finite_checks(const finite_checks&) = delete;
  finite_checks& operator=(const finite_checks&) = delete;
};

}  // namespace tiga
