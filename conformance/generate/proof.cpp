#include "conformance/generate/proof.hpp"

#include "conformance/expressions/expression.hpp"
#include "conformance/generate/places.hpp"
#include "spec/base/text.hpp"
#include "spec/json/diff.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

constexpr std::string_view kIssuedStandIn = "plumbline-issued";

tl::unexpected<Error> unproven(const Case& one, const std::string& why) {
    return fail(ErrorCode::kInvalid,
                "the case " + one.place + '/' + one.rule + " cannot be proven: " + why,
                {},
                {"its body is " + to_short_text(*one.body)});
}

bool is_one_of(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

/// Says whether a case means to break this, or breaks it with what it means to.
bool is_meant(const Broken& broken, const Case& one) {
    if (!broken.is_rule)
        return broken.at == one.broken_at && is_one_of(one.broken_keywords, broken.what);
    return is_within(broken.at, one.broken_at) && broken.what == one.broken_rule;
}

/// Says whether what is broken is what the case means to break, and no more.
bool is_as_meant(const std::vector<Broken>& broken, const Case& one) {
    const bool has_it = std::any_of(broken.begin(), broken.end(), [&](const Broken& found) {
        return !found.is_rule || found.what == one.broken_rule;
    });
    return has_it && std::all_of(broken.begin(), broken.end(), [&](const Broken& found) {
               return is_meant(found, one);
           });
}

}  // namespace

std::string described(const std::vector<Broken>& broken) {
    std::string text;
    for (const Broken& one : broken)
        text += (text.empty() ? "" : ", ") + one.what + " at \"" + one.at + '"';
    return text.empty() ? "nothing" : text;
}

Result<Json> concrete(const Json& body, const Json& stand_ins) {
    const auto parsed = expressions::Template::parse(body);
    if (!parsed) return fail(parsed.error());
    const Json steps{{"issue", {{"outputs", {{"value", kIssuedStandIn}}}}}};
    expressions::Scope scope;
    scope.inputs = &stand_ins;
    scope.steps = &steps;
    return parsed->evaluate(scope);
}

Facts Prover::facts_for(const std::string& hosting) const {
    Facts facts;
    facts.hosting = hosting;
    facts.issued = [](std::string_view, std::string_view value) { return value == kIssuedStandIn; };
    facts.compute_kind = [this](std::string_view listener) {
        const auto kind = examples_.compute_kinds.find(std::string(listener));
        return kind == examples_.compute_kinds.end() ? std::string() : kind->second;
    };
    return facts;
}

Result<SharedJson> Prover::record_of(const Base& base) {
    if (const auto known = records_.find(base.name); known != records_.end()) return known->second;
    auto body = concrete(*base.body, *examples_.stand_ins);
    if (!body) return fail(body.error());
    const Facts facts = facts_for(base.hostings.front());
    return records_[base.name] = shared(new_record(create_, *body, facts));
}

Result<std::vector<Broken>> Prover::judge(const Json& body,
                                          const Base& base,
                                          const std::string& hosting) {
    const auto request = concrete(body, *examples_.stand_ins);
    if (!request) return fail(request.error());
    const auto& schema = api_.schema(operation_.body->content.front().schema_pointer);
    if (!schema) return fail(schema.error());
    std::vector<Broken> broken;
    for (const Violation& one : schema->judge(*request))
        broken.push_back({one.keyword, one.instance_pointer, false});
    if (!broken.empty()) return broken;
    SharedJson current;
    if (&operation_ != &create_) {
        auto record = record_of(base);
        if (!record) return fail(record.error());
        current = *record;
    }
    const auto hostings = hosting.empty() ? base.hostings : std::vector<std::string>{hosting};
    for (const std::string& one : hostings) {
        const Facts facts = facts_for(one);
        for (const RuleViolation& found :
             judge_rules(operation_, api_, *request, current.get(), facts))
            broken.push_back({found.rule->id, found.pointer, true});
    }
    return broken;
}

Result<void> Prover::prove_refused(const Case& one, const Base& base) {
    const auto twin = judge(*one.valid, base);
    if (!twin) return fail(twin.error());
    if (!twin->empty()) {
        return unproven(one,
                        "what it differs from should be valid, but breaks " + described(*twin));
    }
    const auto broken = judge(*one.body, base, one.hosting);
    if (!broken) return fail(broken.error());
    if (!is_as_meant(*broken, one)) {
        const auto& keywords = one.broken_keywords;
        return unproven(one,
                        "it should break " +
                            (one.broken_rule.empty() ? join(keywords, " or ") : one.broken_rule) +
                            " at \"" + one.broken_at + "\" and nothing else, but breaks " +
                            described(*broken));
    }
    // Where the place makes it wrong, not the body, there is no difference.
    const std::size_t expected = one.hosting.empty() ? 1 : 0;
    const auto differences = diff(*one.valid, *one.body);
    if (differences.size() == expected) return {};
    return unproven(one,
                    "it differs from a valid body in " + std::to_string(differences.size()) +
                        " respects, expected " + std::to_string(expected));
}

Result<void> Prover::prove(const Case& one) {
    const Base* base = examples_.find_base(one.base);
    if (!base) return unproven(one, "there is no base \"" + one.base + '"');
    if (one.expect == Expect::kRefused) return prove_refused(one, *base);
    for (const SharedJson& body : {one.before, one.body}) {
        if (!body) continue;
        const auto broken = judge(*body, *base, one.hosting);
        if (!broken) return fail(broken.error());
        if (!broken->empty())
            return unproven(one, "it should break nothing, but breaks " + described(*broken));
    }
    return {};
}

}  // namespace plumbline::generate
