// Cases from the keywords of the schema: each side of each of them.

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/schema_drafts.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace plumbline::generate {
namespace {

/// Nobody is to send such a field: only that it is taken is asked.
bool is_not_for_use(const BodyPlace& place) {
    return place.keyword("x-do-not-use") != nullptr;
}

/// What stands there has to exist where the target is, and not every target has such a thing.
bool has_to_exist(const Maker& maker, const BodyPlace& place) {
    return maker.examples().existing_at(place.pointer) != nullptr;
}

/// Returns a value of a type that does not go at the place; null if every type goes.
Json of_wrong_type(const std::set<std::string>& types) {
    struct Sample {
        std::string_view type;
        Json value;
    };
    const std::array<Sample, 4> samples{{{"string", Json(std::string(kPlainText))},
                                         {"number", Json(7)},
                                         {"boolean", Json(true)},
                                         {"object", Json::object()}}};
    for (const Sample& sample : samples) {
        const bool goes = types.contains(std::string(sample.type)) ||
                          (sample.type == "number" && types.contains("integer"));
        if (!goes) return sample.value;
    }
    return {};
}

/// Returns the object that the place is a member of; null if it is none.
const BodyPlace* owner_of(const Maker& maker, const BodyPlace& place) {
    return maker.bodies().find_place(place.pointer.substr(0, place.pointer.rfind('/')));
}

void make_type(Maker& maker, const BodyPlace& place) {
    const auto types = place.types();
    if (types.empty() || is_not_for_use(place)) return;
    // Where null goes an anyOf says so, and an enum names what goes anyhow.
    if (maker.is_first("type", place))
        refuse(maker, place, "type-wrong", {"type", "anyOf", "enum"}, of_wrong_type(types));
    if (types.contains("integer") && maker.is_first_of_all("fraction", place))
        refuse(maker, place, "type-fraction", {"type", "format", "enum"}, Json(1.5));
    if (place.pointer.empty()) return;
    if (!types.contains("null") && maker.is_first_of_all("not-null", place))
        refuse(maker, place, "type-null", {"type", "enum"}, Json());
    const bool is_shown_with_others =
        maker.is_covered("members", *owner_of(maker, place)) && !has_to_exist(maker, place);
    if (place.keyword("enum") || is_shown_with_others) return;
    if (maker.is_first_of_all("right", place)) accept(maker, place, "type-right", "type");
}

/// Returns the members of an object that are for use, with the values `value` gives them.
std::vector<std::pair<const BodyPlace*, Json>> members_of(
    const Maker& maker,
    const BodyPlace& place,
    const std::function<std::optional<Json>(const BodyPlace&)>& value) {
    std::vector<std::pair<const BodyPlace*, Json>> found;
    for (const BodyPlace& member : maker.places()) {
        const bool is_member = !member.is_of_map && !member.pointer.ends_with("/*") &&
                               member.pointer.starts_with(place.pointer + '/') &&
                               owner_of(maker, member) == &place;
        if (!is_member || is_not_for_use(member)) continue;
        if (auto held = value(member)) found.emplace_back(&member, *std::move(held));
    }
    return found;
}

/// Says whether an object needs a member.
bool is_required(const BodyPlace& owner, const BodyPlace& member) {
    const auto last = member.pointer.substr(member.pointer.rfind('/') + 1);
    return std::any_of(owner.schemas.begin(), owner.schemas.end(), [&](const auto& schema) {
        const auto names = strings_or_empty(*schema.node, "required");
        return std::find(names.begin(), names.end(), last) != names.end();
    });
}

/// Adds one case for all members of an object, if they go together.
bool accept_members(Maker& maker,
                    const BodyPlace& place,
                    const std::string& rule,
                    const std::vector<std::pair<const BodyPlace*, Json>>& members) {
    Draft draft = draft_at(maker, place, rule, "type");
    draft.is_optional = true;
    draft.fill = [&maker, &place, &members](const Base& base, Case& one) {
        Json body = maker.with(base, place, maker.bodies().simplest(place));
        for (const auto& [member, value] : members) {
            maker.bodies().put(body, member->pointer, value);
            if (value.is_null()) continue;
            for (Shown& shown : maker.shown(*member, value)) one.shows.push_back(std::move(shown));
        }
        maker.bodies().complete_references(body);
        one.body = shared(std::move(body));
        return true;
    };
    return maker.add(draft);
}

/// Objects that stand or fall as a whole: all their members at once, then all that may be null.
/// Where members do not go together, each is tried for itself.
void make_members(Maker& maker, const BodyPlace& place) {
    constexpr std::ptrdiff_t kLeastDepth = 2;
    const auto depth = std::count(place.pointer.begin(), place.pointer.end(), '/');
    if (depth < kLeastDepth || !place.has_members()) return;
    if (maker.is_covered("members", place) || maker.is_covered("nulls", place)) return;
    const auto all = members_of(maker, place, [&](const BodyPlace& member) {
        const bool is_for_itself = has_to_exist(maker, member) && !is_required(place, member);
        return is_for_itself ? std::nullopt : std::optional<Json>(maker.bodies().simplest(member));
    });
    if (accept_members(maker, place, "members-right", all)) maker.cover("members", place);
    const auto nulls = members_of(maker, place, [](const BodyPlace& member) {
        return member.types().contains("null") ? std::optional<Json>(Json()) : std::nullopt;
    });
    if (!nulls.empty() && accept_members(maker, place, "members-null", nulls))
        maker.cover("nulls", place);
}

void make_null(Maker& maker, const BodyPlace& place) {
    if (place.pointer.empty() || !place.types().contains("null") || is_not_for_use(place)) return;
    if (maker.is_covered("nulls", *owner_of(maker, place))) return;
    if (!maker.is_first_of_all("null", place)) return;
    Draft draft = draft_at(maker, place, "null", "type");
    draft.fill = [&maker, &place](const Base& base, Case& one) {
        one.body = shared(maker.with(base, place, Json()));
        return true;
    };
    maker.add(draft);
}

/// Says whether a text names a source: such a value goes with a record of that source, others may
/// lack what it needs.
bool is_source(const Maker& maker, const std::string& text) {
    const auto& bases = maker.examples().bases;
    return std::any_of(
        bases.begin(), bases.end(), [&](const Base& base) { return base.source == text; });
}

void make_enum(Maker& maker, const BodyPlace& place) {
    const Json* members = place.keyword("enum");
    if (!members) return;
    if (maker.is_first("enum", place))
        refuse(maker, place, "enum-unknown", {"enum", "type"}, Json("plumbline_unknown"));
    for (const Json& member : *members) {
        const auto text = as_string(member);
        if (!text || maker.is_covered("enum=" + *text, place)) continue;
        Draft draft = accepting(maker, place, "enum-" + *text, "enum", shared(member));
        // A patch can send a value that cannot change only as it is; a create then has the others.
        draft.is_optional = !maker.subject().is_create();
        if (is_source(maker, *text)) draft.source = *text;
        if (maker.add(draft)) maker.cover("enum=" + *text, place);
    }
}

void make_format(Maker& maker, const BodyPlace& place) {
    const Json* format = place.keyword("format");
    if (!format || text_of_format(as_string(*format).value_or("")).empty()) return;
    if (!maker.is_first("format", place)) return;
    refuse(maker, place, "format-wrong", {"format"}, Json(std::string(kPlainText)));
    accept(maker, place, "format-right", "format");
}

/// Says whether a value breaks that keyword of a schema and no other: a text that is also too short
/// shows nothing of the pattern.
bool breaks_only(const Schema& schema, const Json& value, std::string_view keyword) {
    const auto violations = schema.judge(value);
    return std::all_of(violations.begin(), violations.end(), [&](const Violation& one) {
        return one.keyword == keyword;
    });
}

void make_pattern(Maker& maker, const BodyPlace& place) {
    if (!place.keyword("pattern") || !maker.is_first("pattern", place)) return;
    const std::string owner = place.keyword_pointer("pattern");
    const auto& schema = maker.subject().api.schema(owner.substr(0, owner.rfind('/')));
    for (const NamedText& text : kTexts) {
        const Json value = std::string(text.text);
        const std::string rule = "pattern-" + std::string(text.name);
        if (schema && schema->accepts(value)) {
            if (maker.is_first_of_all(rule, place))
                accept(maker, place, rule, "pattern", shared(value));
        } else if (schema && breaks_only(*schema, value, "pattern")) {
            refuse(maker, place, rule, {"pattern"}, value);
        }
    }
}

void refuse_without(Maker& maker,
                    const BodyPlace& owner,
                    const std::string& name,
                    const std::string& schema) {
    const std::string place = owner.pointer + '/' + escape_pointer_token(name);
    const BodyPlace* lacking = maker.bodies().find_place(place);
    Draft draft;
    draft.place = place;
    draft.rule = "required";
    draft.schema = schema;
    draft.verifies = maker.requirements_at(schema);
    draft.fill = [&maker, &owner, lacking](const Base& base, Case& one) {
        if (!lacking) return false;
        one.expect = Expect::kRefused;
        one.broken_keywords = {"required"};
        one.broken_at = first_at(owner.pointer);
        Json body = maker.with(base, *lacking);
        one.valid = shared(body);
        const auto at = JsonPointer::parse(first_at(lacking->pointer));
        if (!remove_at(body, *at)) return false;
        one.body = shared(std::move(body));
        return true;
    };
    maker.add(draft);
}

void make_required(Maker& maker, const BodyPlace& place) {
    if (!maker.is_first("required", place)) return;
    for (const reading::Place& schema : place.schemas) {
        for (const std::string& name : strings_or_empty(*schema.node, "required"))
            refuse_without(maker, place, name, schema.pointer + "/required");
    }
}

void make_additional(Maker& maker, const BodyPlace& place) {
    constexpr const char* kUnknown = "plumbline_unknown";
    const Json* said = place.keyword("x-additional");
    const Json* others = place.keyword("additionalProperties");
    const std::string what = said ? string_or(*said, "value", "") : "";
    const bool is_closed = others && *others == false;
    if ((!is_closed && what != "tolerate") || !maker.is_first("additional", place)) return;
    Draft draft =
        draft_at(maker, place, "additional", said ? "x-additional" : "additionalProperties");
    if (said) draft.verifies = strings_or_empty(*said, "requirements");
    draft.fill = [&maker, &place, is_closed](const Base& base, Case& one) {
        Json body = maker.with(base, place);
        one.valid = shared(body);
        const std::string at = first_at(place.pointer) + '/' + kUnknown;
        if (!set_at(body, *JsonPointer::parse(at), Json(1))) return false;
        one.body = shared(std::move(body));
        if (is_closed) {
            one.expect = Expect::kRefused;
            one.broken_keywords = {"additionalProperties"};
            one.broken_at = at;
        }
        return true;
    };
    maker.add(draft);
}

void make_not_for_use(Maker& maker, const BodyPlace& place) {
    if (!is_not_for_use(place) || !maker.is_first_of_all("do-not-use", place)) return;
    Draft draft = draft_at(maker, place, "do-not-use", "x-do-not-use");
    draft.verifies = strings_or_empty(*place.keyword("x-do-not-use"), "requirements");
    draft.fill = [&maker, &place](const Base& base, Case& one) {
        one.body = shared(maker.with(base, place));
        return true;
    };
    maker.add(draft);
}

}  // namespace

const std::vector<PlaceKind>& schema_kinds() {
    static const std::vector<PlaceKind> kKinds{{"members", make_members},
                                               {"type", make_type},
                                               {"null", make_null},
                                               {"enum", make_enum},
                                               {"format", make_format},
                                               {"pattern", make_pattern},
                                               {"required", make_required},
                                               {"additional", make_additional},
                                               {"do-not-use", make_not_for_use}};
    return kKinds;
}

}  // namespace plumbline::generate
