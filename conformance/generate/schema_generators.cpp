// Cases for the keywords of the schema: values on each side of each keyword.

#include "conformance/generate/case_drafts.hpp"
#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace plumbline::generate {
namespace {

/// Clients should not send such a field, so only its acceptance is tested.
bool is_do_not_use(const BodyLocation& location) {
    return location.keyword("x-do-not-use") != nullptr;
}

/// The value must exist at the target, and not every target has one.
bool must_exist(const CaseContext& context, const BodyLocation& location) {
    return context.examples.existing_at(location.pointer) != nullptr;
}

/// Returns a value of a type that the location does not allow; null if it allows every type.
Json value_of_wrong_type(const std::set<std::string>& types) {
    struct TypeSample {
        std::string_view type;
        Json value;
    };
    const std::array<TypeSample, 4> samples{{{"string", Json(std::string(kPlainString))},
                                             {"number", Json(7)},
                                             {"boolean", Json(true)},
                                             {"object", Json::object()}}};
    for (const TypeSample& sample : samples) {
        const bool goes = types.contains(std::string(sample.type)) ||
                          (sample.type == "number" && types.contains("integer"));
        if (!goes) return sample.value;
    }
    return {};
}

/// Returns the object that the location is a member of; null if there is none.
const BodyLocation* parent_of(const CaseContext& context, const BodyLocation& location) {
    return context.find_location(location.pointer.substr(0, location.pointer.rfind('/')));
}

void make_type(CaseBuilder& builder, const BodyLocation& location) {
    const auto types = location.types();
    if (types.empty() || is_do_not_use(location)) return;
    // Where null is allowed, there is an anyOf with null; an enum lists the allowed values.
    if (builder.covered().is_first("type", location))
        add_refused_case(
            builder, location, "type-wrong", {"type", "anyOf", "enum"}, value_of_wrong_type(types));
    if (types.contains("integer") && builder.covered().is_first_overall("fraction", location))
        add_refused_case(builder, location, "type-fraction", {"type", "format", "enum"}, Json(1.5));
    if (location.pointer.empty()) return;
    if (!types.contains("null") && builder.covered().is_first_overall("not-null", location))
        add_refused_case(builder, location, "type-null", {"type", "enum"}, Json());
    const bool is_shown_with_others =
        builder.covered().contains("members", *parent_of(builder.context(), location)) &&
        !must_exist(builder.context(), location);
    if (location.keyword("enum") || is_shown_with_others) return;
    if (builder.covered().is_first_overall("right", location))
        add_accepted_case(builder, location, "type-right", "type");
}

/// Returns the members of an object that clients may send, with the values that `value` returns.
std::vector<std::pair<const BodyLocation*, Json>> members_of(
    const CaseContext& context,
    const BodyLocation& location,
    const std::function<std::optional<Json>(const BodyLocation&)>& value) {
    std::vector<std::pair<const BodyLocation*, Json>> found;
    for (const BodyLocation& member : context.locations) {
        const bool is_member = !member.is_map_member && !member.pointer.ends_with("/*") &&
                               member.pointer.starts_with(location.pointer + '/') &&
                               parent_of(context, member) == &location;
        if (!is_member || is_do_not_use(member)) continue;
        if (auto held = value(member)) found.emplace_back(&member, *std::move(held));
    }
    return found;
}

/// Returns whether an object requires a member.
bool is_required(const BodyLocation& owner, const BodyLocation& member) {
    const auto last = member.pointer.substr(member.pointer.rfind('/') + 1);
    return std::any_of(owner.schemas.begin(), owner.schemas.end(), [&](const auto& schema) {
        const auto names = strings_or_empty(*schema.value, "required");
        return std::find(names.begin(), names.end(), last) != names.end();
    });
}

/// Adds one case for all members of an object, if they can be sent together.
bool add_members_case(CaseBuilder& builder,
                      const BodyLocation& location,
                      const std::string& rule,
                      const std::vector<std::pair<const BodyLocation*, Json>>& members) {
    const BodyFactory& bodies = builder.bodies();
    const auto fill = [&](const BaseBody& base, GeneratedCase& one) {
        Json body = *bodies.body_with(base, location, bodies.simplest_value(location));
        for (const auto& [member, value] : members) {
            bodies.set_value(body, member->pointer, value);
            if (value.is_null()) continue;
            for (ExpectedValue& shown : expected_values(builder.context(), *member, value))
                one.expected_values.push_back(std::move(shown));
        }
        bodies.add_referenced_items(body);
        one.body = to_shared(std::move(body));
    };
    return builder.add(keyword_case(builder.context(), location, rule, "type"), fill, {true});
}

/// For nested objects: all members together, then all that may be null. If members cannot be sent
/// together, each gets its own case.
void make_members(CaseBuilder& builder, const BodyLocation& location) {
    constexpr std::ptrdiff_t kLeastDepth = 2;
    const auto depth = std::count(location.pointer.begin(), location.pointer.end(), '/');
    if (depth < kLeastDepth || !location.has_members()) return;
    if (builder.covered().contains("members", location) ||
        builder.covered().contains("nulls", location))
        return;
    const auto all = members_of(builder.context(), location, [&](const BodyLocation& member) {
        const bool is_for_itself =
            must_exist(builder.context(), member) && !is_required(location, member);
        return is_for_itself ? std::nullopt
                             : std::optional<Json>(builder.bodies().simplest_value(member));
    });
    if (add_members_case(builder, location, "members-right", all))
        builder.covered().add("members", location);
    const auto nulls = members_of(builder.context(), location, [](const BodyLocation& member) {
        return member.types().contains("null") ? std::optional<Json>(Json()) : std::nullopt;
    });
    if (!nulls.empty() && add_members_case(builder, location, "members-null", nulls))
        builder.covered().add("nulls", location);
}

void make_null(CaseBuilder& builder, const BodyLocation& location) {
    if (location.pointer.empty() || !location.types().contains("null") || is_do_not_use(location))
        return;
    if (builder.covered().contains("nulls", *parent_of(builder.context(), location))) return;
    if (!builder.covered().is_first_overall("null", location)) return;
    const GeneratedCase draft = keyword_case(builder.context(), location, "null", "type");
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        one.body = builder.bodies().body_with(base, location, Json());
    });
}

/// Returns whether a string names a source: such a value needs a record of that source, others may
/// lack its fields.
bool is_source(const CaseBuilder& builder, const std::string& text) {
    const auto& bases = builder.context().examples.bases;
    return std::any_of(
        bases.begin(), bases.end(), [&](const BaseBody& base) { return base.source == text; });
}

void make_enum(CaseBuilder& builder, const BodyLocation& location) {
    const Json* members = location.keyword("enum");
    if (!members) return;
    if (builder.covered().is_first("enum", location))
        add_refused_case(
            builder, location, "enum-unknown", {"enum", "type"}, Json("plumbline_unknown"));
    for (const Json& member : *members) {
        const auto text = as_string(member);
        if (!text || builder.covered().contains("enum=" + *text, location)) continue;
        // A patch can send a value that cannot change only unchanged; the create covers the others.
        const CaseOptions options{!builder.context().is_create(),
                                  is_source(builder, *text) ? *text : ""};
        if (add_accepted_case(
                builder, location, "enum-" + *text, "enum", to_shared(member), options))
            builder.covered().add("enum=" + *text, location);
    }
}

void make_format(CaseBuilder& builder, const BodyLocation& location) {
    const Json* format = location.keyword("format");
    if (!format || string_of_format(as_string(*format).value_or("")).empty()) return;
    if (!builder.covered().is_first("format", location)) return;
    add_refused_case(
        builder, location, "format-wrong", {"format"}, Json(std::string(kPlainString)));
    add_accepted_case(builder, location, "format-right", "format");
}

/// Returns whether a value violates that keyword of a schema and no other: a string that is also
/// too short does not test the pattern.
bool violates_only(const Schema& schema, const Json& value, std::string_view keyword) {
    const auto violations = schema.evaluate(value);
    return std::all_of(violations.begin(), violations.end(), [&](const Violation& one) {
        return one.keyword == keyword;
    });
}

void make_pattern(CaseBuilder& builder, const BodyLocation& location) {
    if (!location.keyword("pattern") || !builder.covered().is_first("pattern", location)) return;
    const std::string owner = location.keyword_pointer("pattern");
    const auto& schema = builder.context().api.schema(owner.substr(0, owner.rfind('/')));
    for (const SampleString& text : kSampleStrings) {
        const Json value = std::string(text.text);
        const std::string rule = "pattern-" + std::string(text.name);
        if (schema && schema->accepts(value)) {
            if (builder.covered().is_first_overall(rule, location))
                add_accepted_case(builder, location, rule, "pattern", to_shared(value));
        } else if (schema && violates_only(*schema, value, "pattern")) {
            add_refused_case(builder, location, rule, {"pattern"}, value);
        }
    }
}

void add_missing_member_case(CaseBuilder& builder,
                             const BodyLocation& owner,
                             const std::string& name,
                             const std::string& schema) {
    GeneratedCase draft;
    draft.pointer = owner.pointer + '/' + escape_pointer_token(name);
    draft.rule = "required";
    draft.schema = schema;
    draft.verifies = builder.context().api.requirements_at(schema);
    draft.outcome = ExpectedOutcome::kRefused;
    draft.violated_keywords = {"required"};
    draft.violation_pointer = first_item_pointer(owner.pointer);
    const BodyLocation* missing = builder.context().find_location(draft.pointer);
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        if (!missing) return;
        one.valid_body = builder.bodies().body_with(base, *missing);
        Json body = *one.valid_body;
        if (remove_at(body, *JsonPointer::parse(first_item_pointer(missing->pointer))))
            one.body = to_shared(std::move(body));
    });
}

void make_required(CaseBuilder& builder, const BodyLocation& location) {
    if (!builder.covered().is_first("required", location)) return;
    for (const reading::OpenApiNode& schema : location.schemas) {
        for (const std::string& name : strings_or_empty(*schema.value, "required"))
            add_missing_member_case(builder, location, name, schema.pointer + "/required");
    }
}

void make_additional(CaseBuilder& builder, const BodyLocation& location) {
    const Json* declared = location.keyword("x-additional");
    const Json* others = location.keyword("additionalProperties");
    const std::string what = declared ? string_or(*declared, "value", "") : "";
    const bool is_closed = others && *others == false;
    if ((!is_closed && what != "tolerate") || !builder.covered().is_first("additional", location))
        return;
    const char* keyword = declared ? "x-additional" : "additionalProperties";
    const std::string unknown = first_item_pointer(location.pointer) + "/plumbline_unknown";
    GeneratedCase draft = keyword_case(builder.context(), location, "additional", keyword);
    if (declared) draft.verifies = strings_or_empty(*declared, "requirements");
    if (is_closed) {
        draft.outcome = ExpectedOutcome::kRefused;
        draft.violated_keywords = {"additionalProperties"};
        draft.violation_pointer = unknown;
    }
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = builder.bodies().body_with(base, location);
        Json body = *one.valid_body;
        if (set_at(body, *JsonPointer::parse(unknown), Json(1)))
            one.body = to_shared(std::move(body));
    });
}

void make_do_not_use(CaseBuilder& builder, const BodyLocation& location) {
    const Json* declared = location.keyword("x-do-not-use");
    if (!declared || !builder.covered().is_first_overall("do-not-use", location)) return;
    GeneratedCase draft = keyword_case(builder.context(), location, "do-not-use", "x-do-not-use");
    draft.verifies = strings_or_empty(*declared, "requirements");
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        one.body = builder.bodies().body_with(base, location);
    });
}

}  // namespace

const std::vector<LocationGenerator>& schema_generators() {
    static const std::vector<LocationGenerator> kKinds{make_members,
                                                       make_type,
                                                       make_null,
                                                       make_enum,
                                                       make_format,
                                                       make_pattern,
                                                       make_required,
                                                       make_additional,
                                                       make_do_not_use};
    return kKinds;
}

}  // namespace plumbline::generate
