#pragma once
// Builds the generated cases of one operation and verifies that each is what it claims: a valid or
// an invalid request. The generators (conformance/generate/case_generators.hpp) use it.

#include "conformance/generate/body_factory.hpp"
#include "conformance/generate/case_verifier.hpp"
#include "conformance/generate/generated_case.hpp"
#include "spec/contract/contract.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::generate {

/// Sets valid_body, body and all other members of a case that depend on its base. Leaves `body`
/// null if the case is impossible with this base.
using FillBody = std::function<void(const BaseBody& base, GeneratedCase& one)>;

/// Conditions for a case.
struct CaseOptions {
    bool is_optional = false;  ///< that it is omitted is not recorded
    std::string source{};      ///< source of the bases that can have the case; if empty, any
};

/// The schemas that already have cases. Several locations of a body can have the same schema.
class CoveredSchemas {
  public:
    /// `everywhere` contains the schemas that cases of other operations cover, and receives those
    /// of this operation; borrowed.
    explicit CoveredSchemas(std::set<std::string>& everywhere) : everywhere_(everywhere) {}

    /// Records the location and returns whether it is the first with its schema for the generator
    /// `kind`: of locations that share a schema, only the first gets a case. Below an array this
    /// applies across all operations, because they share the whole item; elsewhere each operation
    /// gets one.
    [[nodiscard]] bool is_first(const std::string& kind, const BodyLocation& location);
    /// Does the same, but counts every location across all operations: for behaviour that needs a
    /// case in only one operation.
    [[nodiscard]] bool is_first_overall(const std::string& kind, const BodyLocation& location);
    [[nodiscard]] bool contains(const std::string& kind, const BodyLocation& location) const;
    void add(const std::string& kind, const BodyLocation& location);

  private:
    std::set<std::string>& everywhere_;
    std::set<std::string> here_;
};

/// Builds and verifies the cases of one operation. Not thread-safe.
class CaseBuilder {
  public:
    /// Borrows the arguments.
    CaseBuilder(const CaseContext& context, std::set<std::string>& covered);

    [[nodiscard]] const CaseContext& context() const { return context_; }
    [[nodiscard]] const BodyFactory& bodies() const { return bodies_; }
    [[nodiscard]] CoveredSchemas& covered() { return covered_; }

    /// Adds the case with the first base for which it can be verified. `draft` is the part that
    /// does not depend on the base. If there is no such base, the case is omitted, and that is
    /// recorded unless the case is optional. Returns whether it was added.
    bool add(const GeneratedCase& draft, const FillBody& fill, const CaseOptions& options = {});
    /// Adds the case with one base.
    void add_for_base(const BaseBody& base, const GeneratedCase& draft, const FillBody& fill);

    /// Records a reason why the cases of the operation are incomplete.
    void add_omission(Error error) { omissions_.push_back(std::move(error)); }
    [[nodiscard]] std::vector<Error> take_omissions() { return std::move(omissions_); }
    [[nodiscard]] std::vector<GeneratedCase> take_cases() { return std::move(cases_); }

  private:
    /// Returns whether the description allows the member at `pointer` for the base's source.
    [[nodiscard]] bool applies_to(const BaseBody& base, const std::string& pointer) const;
    [[nodiscard]] Result<GeneratedCase> build(const BaseBody& base,
                                              const GeneratedCase& draft,
                                              const FillBody& fill,
                                              const std::string& source) const;
    /// Stores the case, unless there is one with its name.
    void store_case(GeneratedCase one);
    /// Records that the case is omitted, and why.
    void omit(const GeneratedCase& draft,
              const std::string& message,
              std::vector<std::string> reasons);

    const CaseContext& context_;
    BodyFactory bodies_;
    CaseVerifier verifier_;
    CoveredSchemas covered_;
    std::set<std::string> names_;
    std::vector<GeneratedCase> cases_;
    std::vector<Error> omissions_;
};

}  // namespace plumbline::generate
