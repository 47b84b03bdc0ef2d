#include "conformance/generate/case_verifier.hpp"

#include "conformance/expressions/expressions.hpp"
#include "conformance/generate/body_location.hpp"
#include "spec/base/text.hpp"
#include "spec/json/diff.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace plumbline::generate {
namespace {

constexpr std::string_view kIssuedPlaceholder = "plumbline-issued";

tl::unexpected<Error> verification_error(const GeneratedCase& one, const std::string& why) {
    return fail(ErrorCode::kInvalid,
                "the case " + one.pointer + '/' + one.rule + " cannot be verified: " + why,
                {},
                {"its body is " + to_short_text(*one.body)});
}

bool is_one_of(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// Returns whether a case intends this violation, or the intended violation causes it.
bool is_intended(const CaseViolation& violation, const GeneratedCase& one) {
    if (!violation.is_rule)
        return violation.pointer == one.violation_pointer &&
               is_one_of(one.violated_keywords, violation.source);
    return is_within(violation.pointer, one.violation_pointer) &&
           violation.source == one.violated_rule;
}

/// Returns whether the violations are exactly the intended ones.
bool are_as_intended(const std::vector<CaseViolation>& violations, const GeneratedCase& one) {
    const bool has_it =
        std::any_of(violations.begin(), violations.end(), [&](const CaseViolation& found) {
            return !found.is_rule || found.source == one.violated_rule;
        });
    return has_it &&
           std::all_of(violations.begin(), violations.end(), [&](const CaseViolation& found) {
               return is_intended(found, one);
           });
}

}  // namespace

std::string describe_violations(const std::vector<CaseViolation>& violations) {
    std::string text;
    for (const CaseViolation& one : violations)
        text += (text.empty() ? "" : ", ") + one.source + " at \"" + one.pointer + '"';
    return text.empty() ? "nothing" : text;
}

Result<Json> fill_placeholders(const Json& body, const Json& placeholders) {
    const auto parsed = expressions::Template::parse(body);
    if (!parsed) return fail(parsed.error());
    const Json steps{{"issue", {{"outputs", {{"value", kIssuedPlaceholder}}}}}};
    expressions::Scope scope;
    scope.inputs = &placeholders;
    scope.steps = &steps;
    return parsed->evaluate(scope);
}

RuleContext CaseVerifier::facts_for(const std::string& hosting) const {
    RuleContext facts;
    facts.hosting = hosting;
    facts.is_issued = [](std::string_view, std::string_view value) {
        return value == kIssuedPlaceholder;
    };
    facts.compute_kind = [this](std::string_view listener) {
        const auto kind = examples_.compute_kinds.find(std::string(listener));
        return kind == examples_.compute_kinds.end() ? std::string() : kind->second;
    };
    return facts;
}

Result<std::vector<CaseViolation>> CaseVerifier::find_violations(const Json& body,
                                                                 const BaseBody& base,
                                                                 const std::string& hosting) const {
    const auto request = fill_placeholders(body, *examples_.placeholders);
    if (!request) return fail(request.error());
    const auto& schema = api_.schema(operation_.body->content.front().schema_pointer);
    if (!schema) return fail(schema.error());
    std::vector<CaseViolation> violations;
    for (const Violation& one : schema->evaluate(*request))
        violations.push_back({one.keyword, one.instance_pointer, false});
    if (!violations.empty()) return violations;
    std::optional<Json> current;
    if (&operation_ != &create_) {
        const auto created = fill_placeholders(*base.body, *examples_.placeholders);
        if (!created) return fail(created.error());
        current = new_record(create_, *created, facts_for(base.hostings.front()));
    }
    const auto hostings = hosting.empty() ? base.hostings : std::vector<std::string>{hosting};
    for (const std::string& one : hostings) {
        const RuleContext facts = facts_for(one);
        for (const RuleViolation& found :
             check_request_rules(operation_, api_, *request, current ? &*current : nullptr, facts))
            violations.push_back({found.rule->id, found.pointer, true});
    }
    return violations;
}

Result<void> CaseVerifier::verify_refused(const GeneratedCase& one, const BaseBody& base) const {
    const auto valid_violations = find_violations(*one.valid_body, base);
    if (!valid_violations) return fail(valid_violations.error());
    if (!valid_violations->empty()) {
        return verification_error(one,
                                  "its valid body should violate nothing, but violates " +
                                      describe_violations(*valid_violations));
    }
    const auto violations = find_violations(*one.body, base, one.hosting);
    if (!violations) return fail(violations.error());
    if (!are_as_intended(*violations, one)) {
        const auto& keywords = one.violated_keywords;
        return verification_error(
            one,
            "it should violate " +
                (one.violated_rule.empty() ? join(keywords, " or ") : one.violated_rule) +
                " at \"" + one.violation_pointer + "\" and nothing else, but violates " +
                describe_violations(*violations));
    }
    // If the hosting makes the body wrong, it does not differ from the valid one.
    const std::size_t expected = one.hosting.empty() ? 1 : 0;
    const auto differences = diff(*one.valid_body, *one.body);
    if (differences.size() == expected) return {};
    return verification_error(one,
                              "it differs from its valid body in " +
                                  std::to_string(differences.size()) + " values, expected " +
                                  std::to_string(expected));
}

Result<void> CaseVerifier::verify(const GeneratedCase& one) const {
    const BaseBody* base = examples_.find_base(one.base);
    if (!base) return verification_error(one, "there is no base \"" + one.base + '"');
    if (one.outcome == ExpectedOutcome::kRefused) return verify_refused(one, *base);
    for (const SharedJson& body : {one.setup_body, one.body}) {
        if (!body) continue;
        const auto violations = find_violations(*body, *base, one.hosting);
        if (!violations) return fail(violations.error());
        if (!violations->empty())
            return verification_error(
                one, "it should violate nothing, but violates " + describe_violations(*violations));
    }
    return {};
}

}  // namespace plumbline::generate
