#pragma once
// Builds verified cases of one operation. The generators (conformance/generate/case_generators.hpp)
// use it.

#include "conformance/generate/body_factory.hpp"
#include "conformance/generate/body_location.hpp"
#include "conformance/generate/case_verifier.hpp"
#include "conformance/generate/examples.hpp"
#include "conformance/generate/generated_case.hpp"
#include "spec/contract/contract.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::generate {

/// The operations that a case uses. Borrowed; cases of `patch` need `create` for their record.
struct CaseContext {
    const ApiDocument& api;
    const Operation& operation;
    const Operation& create;  ///< creates the record; equal to `operation` if that creates

    [[nodiscard]] bool is_create() const { return &operation == &create; }
};

/// The part of a case that a generator defines before a base is chosen.
struct CaseTemplate {
    std::string pointer;
    std::string rule;
    std::vector<std::string> verifies;
    std::vector<std::string> rules;
    std::string schema;
    /// Fills valid_body, body and all else that depends on the base; returns whether this base can
    /// have the case.
    std::function<bool(const BaseBody&, GeneratedCase&)> fill;
    bool is_optional = false;  ///< the case may be missing
    std::string source;        ///< source of the bases that can have the case; if empty, any
};

/// Builds and verifies the cases of one operation. Not thread-safe: nothing guards its state.
class CaseBuilder {
  public:
    /// `covered` contains the schemas that cases of other operations already cover.
    CaseBuilder(const CaseContext& context,
                const std::vector<BodyLocation>& locations,
                const GeneratorExamples& examples,
                std::set<std::string>& covered);

    [[nodiscard]] const CaseContext& context() const { return context_; }
    [[nodiscard]] const GeneratorExamples& examples() const { return examples_; }
    [[nodiscard]] const BodyFactory& bodies() const { return bodies_; }
    [[nodiscard]] const std::vector<BodyLocation>& locations() const { return locations_; }
    [[nodiscard]] const RuleList& rules() const { return context_.operation.rules; }

    /// Returns the body that cases start from: the base's body for a create, an empty object for a
    /// patch.
    [[nodiscard]] Json initial_body(const BaseBody& base) const;
    /// Returns the base's body for a target without the inputs of the base.
    [[nodiscard]] Json body_without_inputs(const BaseBody& base) const;
    /// Returns a value for the location: the base's value if the case starts from it, else the
    /// simplest.
    [[nodiscard]] Json value_for(const BaseBody& base, const BodyLocation& location) const;
    /// Returns a valid body with a value at the location.
    [[nodiscard]] Json body_with(const BaseBody& base, const BodyLocation& location) const;
    [[nodiscard]] Json body_with(const BaseBody& base,
                                 const BodyLocation& location,
                                 const Json& value) const;
    /// Returns the requirements at a pointer of the contract document.
    [[nodiscard]] std::vector<std::string> requirements_at(const std::string& pointer) const;
    /// Returns the values that a response must show after a value was sent.
    [[nodiscard]] std::vector<ExpectedValue> expected_values(const BodyLocation& location,
                                                             const Json& value) const;

    /// Returns whether this is the first location with its schema for a generator: of locations
    /// that share a schema, only the first gets a case. Below an array this applies across all
    /// operations, because they share the whole item; elsewhere each operation gets one.
    [[nodiscard]] bool is_first(const std::string& kind, const BodyLocation& location);
    /// Returns the same across all operations for any location: for behavior that one operation
    /// shows for all.
    [[nodiscard]] bool is_first_overall(const std::string& kind, const BodyLocation& location);
    [[nodiscard]] bool is_covered(const std::string& kind, const BodyLocation& location) const;
    void mark_covered(const std::string& kind, const BodyLocation& location);

    /// Adds the case with the first base for which it can be verified. If there is none, the case
    /// is omitted, and that is recorded unless the case is optional. Returns whether it was added.
    bool add(const CaseTemplate& case_template);
    /// Adds the case with one base.
    void add_for_base(const BaseBody& base, const CaseTemplate& case_template);

    /// Records why the cases are incomplete.
    void add_omission(Error error) { omissions_.push_back(std::move(error)); }
    [[nodiscard]] std::vector<Error> take_omissions() { return std::move(omissions_); }
    [[nodiscard]] std::vector<GeneratedCase> take_cases() { return std::move(cases_); }

  private:
    /// Returns whether the description allows the location of a case for the base's source. Other
    /// sources may or may not accept it.
    [[nodiscard]] bool applies_to(const BaseBody& base, const CaseTemplate& case_template) const;
    Result<GeneratedCase> build(const BaseBody& base, const CaseTemplate& case_template);
    /// Stores the case, unless there is one with its name.
    void store_case(GeneratedCase one);
    /// Records that the case is omitted, and why.
    void omit(const CaseTemplate& case_template,
              const std::string& message,
              std::vector<std::string> reasons);

    const CaseContext& context_;
    const std::vector<BodyLocation>& locations_;
    const GeneratorExamples& examples_;
    BodyFactory bodies_;
    CaseVerifier verifier_;
    std::set<std::string>& covered_;
    std::set<std::string> seen_;
    std::set<std::string> names_;
    std::vector<GeneratedCase> cases_;
    std::vector<Error> omissions_;
};

}  // namespace plumbline::generate
