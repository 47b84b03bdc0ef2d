#pragma once
// Makes proven cases of one operation; what the kinds of cases (kinds.hpp) are written with.

#include "conformance/generate/bodies.hpp"
#include "conformance/generate/case.hpp"
#include "conformance/generate/examples.hpp"
#include "conformance/generate/places.hpp"
#include "conformance/generate/proof.hpp"
#include "spec/contract/contract.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::generate {

/// The operations a case is made of. Borrowed; `patch` cases need `create` for their record.
struct Subject {
    const ApiDocument& api;
    const Operation& operation;
    const Operation& create;  ///< makes the record; the operation itself where it creates

    [[nodiscard]] bool is_create() const { return &operation == &create; }
};

/// What a kind fills in before a base is chosen.
struct Draft {
    std::string place;
    std::string rule;
    std::vector<std::string> verifies;
    std::vector<std::string> rules;
    std::string schema;
    /// Fills valid, body and what else a base decides; says whether this base can have the case.
    std::function<bool(const Base&, Case&)> fill;
    bool is_optional = false;  ///< no base need allow it
    std::string source;        ///< of the bases that can have the case; "": any
};

/// Thread: one thread at a time.
class Maker {
  public:
    /// `covered` holds the schemas that cases of other operations cover already.
    Maker(const Subject& subject,
          const std::vector<BodyPlace>& places,
          const Examples& examples,
          std::set<std::string>& covered);

    [[nodiscard]] const Subject& subject() const { return subject_; }
    [[nodiscard]] const Examples& examples() const { return examples_; }
    [[nodiscard]] const Bodies& bodies() const { return bodies_; }
    [[nodiscard]] const std::vector<BodyPlace>& places() const { return places_; }
    [[nodiscard]] const RuleList& rules() const { return subject_.operation.rules; }

    /// Returns the body that cases start from: the base's on create, none of its members in a
    /// patch.
    [[nodiscard]] Json start(const Base& base) const;
    /// Returns the base's body for a target that has no inputs for it.
    [[nodiscard]] Json without_inputs(const Base& base) const;
    /// Returns a value for the place: what the body that the case starts from has there, or the
    /// simplest.
    [[nodiscard]] Json value_for(const Base& base, const BodyPlace& place) const;
    /// Returns a valid body with a value at the place.
    [[nodiscard]] Json with(const Base& base, const BodyPlace& place) const;
    [[nodiscard]] Json with(const Base& base, const BodyPlace& place, const Json& value) const;
    /// Returns the requirements that the contract gives at a pointer of the document.
    [[nodiscard]] std::vector<std::string> requirements_at(const std::string& pointer) const;
    /// Returns what an answer shows of a value that was sent.
    [[nodiscard]] std::vector<Shown> shown(const BodyPlace& place, const Json& value) const;

    /// Says whether a kind of case meets a schema for the first time: of places that share one only
    /// the first is tried. Below an array that holds over all operations, for they share the whole
    /// item; above it, each operation is tried.
    [[nodiscard]] bool is_first(const std::string& kind, const BodyPlace& place);
    /// The same over all operations wherever the place is: for what one of them shows for all.
    [[nodiscard]] bool is_first_of_all(const std::string& kind, const BodyPlace& place);
    [[nodiscard]] bool is_covered(const std::string& kind, const BodyPlace& place) const;
    void cover(const std::string& kind, const BodyPlace& place);

    /// Adds the case on the first base on which it can be proven. What no base proves is left out,
    /// and that is noted, unless the case is optional. Returns whether there is one.
    bool add(const Draft& draft);
    /// Adds the case on one base.
    void add_on(const Base& base, const Draft& draft);

    /// Notes what keeps the cases from being complete.
    void trouble(Error error) { left_out_.push_back(std::move(error)); }
    [[nodiscard]] std::vector<Error> take_left_out() { return std::move(left_out_); }
    [[nodiscard]] std::vector<Case> take() { return std::move(cases_); }

  private:
    /// Says whether the description lets the place of a case apply to the base's source. Whether
    /// others take it there is open.
    [[nodiscard]] bool applies_to(const Base& base, const Draft& draft) const;
    Result<Case> made(const Base& base, const Draft& draft);
    /// Adds the case, if there is none of its name.
    void keep(Case one);
    /// Notes that there is no such case, and why.
    void leave_out(const Draft& draft, const std::string& message, std::vector<std::string> why);

    const Subject& subject_;
    const std::vector<BodyPlace>& places_;
    const Examples& examples_;
    Bodies bodies_;
    Prover prover_;
    std::set<std::string>& covered_;
    std::set<std::string> seen_;
    std::set<std::string> names_;
    std::vector<Case> cases_;
    std::vector<Error> left_out_;
};

}  // namespace plumbline::generate
