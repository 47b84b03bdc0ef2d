#include "conformance/generate/maker.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

SharedJson shared(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

Maker::Maker(const Subject& subject,
             const std::vector<BodyPlace>& places,
             const Examples& examples,
             std::set<std::string>& covered)
    : subject_(subject),
      places_(places),
      examples_(examples),
      bodies_(subject.operation, subject.api, places, examples),
      prover_(subject.operation, subject.create, subject.api, examples),
      covered_(covered) {}

Json Maker::start(const Base& base) const {
    return subject_.is_create() ? Json(*base.body) : Json::object();
}

Json Maker::without_inputs(const Base& base) const {
    Json stand_ins = *examples_.stand_ins;
    for (const auto& [name, schema] : examples_.inputs->items())
        stand_ins[name] = "$inputs." + name;
    auto body = concrete(*base.body, stand_ins);
    return body ? *std::move(body) : Json();
}

Json Maker::value_for(const Base& base, const BodyPlace& place) const {
    const Json* held = find(*base.body, std::string_view(first_at(place.pointer)));
    return subject_.is_create() && held ? Json(*held) : bodies_.value_for(place, base);
}

Json Maker::with(const Base& base, const BodyPlace& place) const {
    return with(base, place, value_for(base, place));
}

Json Maker::with(const Base& base, const BodyPlace& place, const Json& value) const {
    Json body = start(base);
    if (place.pointer.empty()) return body;
    bodies_.put(body, place.pointer, value);
    bodies_.complete_references(body);
    return body;
}

std::vector<std::string> Maker::requirements_at(const std::string& pointer) const {
    return subject_.api.requirements_at(pointer);
}

std::vector<Shown> Maker::shown(const BodyPlace& place, const Json& value) const {
    const auto& fields = subject_.operation.record_fields.pointers();
    const std::string field =
        place.is_of_map ? place.pointer.substr(0, place.pointer.rfind('/')) : place.pointer;
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) return {};
    const char* what = subject_.is_create() ? "echo_create" : "echo_patch";
    return {{first_at(place.pointer),
             value.is_primitive() ? shared(value) : nullptr,
             examples_.requirements_of(what)}};
}

bool Maker::is_first(const std::string& kind, const BodyPlace& place) {
    if (place.pointer.find('*') != std::string::npos) return is_first_of_all(kind, place);
    return seen_.insert(kind + place.identity()).second;
}

bool Maker::is_first_of_all(const std::string& kind, const BodyPlace& place) {
    return covered_.insert(kind + place.identity()).second;
}

bool Maker::is_covered(const std::string& kind, const BodyPlace& place) const {
    return covered_.contains(kind + place.identity());
}

void Maker::cover(const std::string& kind, const BodyPlace& place) {
    covered_.insert(kind + place.identity());
}

bool Maker::applies_to(const Base& base, const Draft& draft) const {
    if (!draft.source.empty() && draft.source != base.source) return false;
    return std::all_of(places_.begin(), places_.end(), [&](const BodyPlace& place) {
        const Json* said = place.keyword("x-applies-to-sources");
        if (!said || !is_within(draft.place, place.pointer)) return true;
        const auto sources = strings_or_empty(*said, "value");
        return std::find(sources.begin(), sources.end(), base.source) != sources.end();
    });
}

Result<Case> Maker::made(const Base& base, const Draft& draft) {
    if (!applies_to(base, draft))
        return fail(ErrorCode::kInvalid, draft.place + " is for other sources");
    Case one;
    one.place = draft.place;
    one.rule = draft.rule;
    one.base = base.name;
    one.verifies = draft.verifies;
    one.rules = draft.rules;
    one.schema = draft.schema;
    if (!draft.fill(base, one)) {
        return fail(
            ErrorCode::kInvalid,
            "the base " + base.name + " cannot have the case " + draft.place + '/' + draft.rule);
    }
    if (to_text(*one.body).find(kIssued) != std::string::npos) {
        for (const Rule& rule : rules()) {
            if (rule.kind == RuleKind::kIssuedBy) one.issuer = rule.values.front();
        }
    }
    auto proven = prover_.prove(one);
    if (!proven) return fail(proven.error());
    return one;
}

void Maker::keep(Case one) {
    const std::string name = first_at(one.place) + '/' + one.rule;
    if (names_.insert(name).second) {
        cases_.push_back(std::move(one));
    } else {
        trouble({ErrorCode::kInvalid,
                 "two generated cases have the name " + subject_.operation.id + name,
                 subject_.operation.where,
                 {}});
    }
}

void Maker::leave_out(const Draft& draft,
                      const std::string& message,
                      std::vector<std::string> why) {
    trouble({ErrorCode::kInvalid,
             message + " the generated case " + subject_.operation.id + first_at(draft.place) +
                 '/' + draft.rule,
             draft.schema.empty() ? subject_.operation.where
                                  : subject_.api.document().where(draft.schema),
             std::move(why)});
}

bool Maker::add(const Draft& draft) {
    std::vector<std::string> why;
    std::string last;
    for (const Base& base : examples_.bases) {
        auto one = made(base, draft);
        if (one) {
            keep(*std::move(one));
            return true;
        }
        // What the next bases fail for as well is told once.
        if (one.error().message == last) continue;
        last = one.error().message;
        why.push_back("base " + base.name + ": " + to_text(one.error()));
    }
    if (!draft.is_optional) leave_out(draft, "no base proves", std::move(why));
    return false;
}

void Maker::add_on(const Base& base, const Draft& draft) {
    auto one = made(base, draft);
    if (one) {
        keep(*std::move(one));
    } else if (!draft.is_optional) {
        leave_out(draft, "the base " + base.name + " does not prove", {to_text(one.error())});
    }
}

}  // namespace plumbline::generate
