// Cases for the effects of a patch on a record: revisions, null, replacement.

#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

/// The maximum depth of members that are merged one by one; deeper values are replaced together
/// with their parent.
constexpr std::ptrdiff_t kMaxMergedDepth = 2;

bool is_merged(const BodyLocation& location) {
    const auto& pointer = location.pointer;
    return !pointer.empty() && std::count(pointer.begin(), pointer.end(), '/') <= kMaxMergedDepth &&
           pointer.find('*') == std::string::npos;
}

const Rule* rule_at(const CaseBuilder& builder, RuleKind kind, const std::string& pointer) {
    for (const Rule& rule : builder.rules()) {
        if (rule.kind == kind && rule.pointer == pointer) return &rule;
    }
    return nullptr;
}

CaseTemplate patch_template(const BodyLocation& location,
                            std::string rule,
                            std::vector<std::string> verifies) {
    CaseTemplate draft;
    draft.pointer = location.pointer;
    draft.rule = std::move(rule);
    draft.verifies = std::move(verifies);
    draft.schema = location.schemas.front().pointer;
    return draft;
}

/// An empty patch is accepted and changes nothing.
void make_empty_patch(CaseBuilder& builder, const BodyLocation& location) {
    if (!location.pointer.empty()) return;
    CaseTemplate draft = patch_template(
        location, "nothing", builder.requirements_at(location.schemas.front().pointer));
    const Json* means = location.keyword("x-null-means");
    const auto ids = means ? strings_or_empty(*means, "requirements") : draft.verifies;
    draft.fill = [&builder, ids](const BaseBody&, GeneratedCase& one) {
        one.body = to_shared(Json::object());
        one.is_unchanged = true;
        one.unchanged_verifies = ids;
        one.revision = RevisionExpectation::kSame;
        one.revision_verifies = builder.examples().requirements_of("nothing_no_revision");
        return true;
    };
    builder.add(draft);
}

/// Returns a member of the object at a location that is an independent string or integer: it has no
/// default and does not name a resource. Null if there is none.
const BodyLocation* plain_member(const CaseBuilder& builder, const BodyLocation& location) {
    for (const BodyLocation& member : builder.locations()) {
        const bool is_direct =
            member.pointer.starts_with(location.pointer + '/') &&
            member.pointer.find('/', location.pointer.size() + 1) == std::string::npos;
        const auto types = member.types();
        const bool is_plain = types.contains("string") || types.contains("integer");
        const bool is_own = !member.keyword("enum") && !member.keyword("x-default-from") &&
                            !builder.examples().existing_at(member.pointer);
        if (is_direct && is_plain && is_own) return &member;
    }
    return nullptr;
}

/// Returns a patch that sets a value which a null could remove; null if responses do not show the
/// location, or if no such value is possible.
SharedJson filling_patch(const CaseBuilder& builder,
                         const BaseBody& base,
                         const BodyLocation& location) {
    if (builder.expected_values(location, Json()).empty()) return nullptr;
    const BodyLocation* inner = &location;
    if (location.types().contains("array"))
        inner = builder.bodies().find_location(location.pointer + "/*");
    if (location.has_members()) inner = plain_member(builder, location);
    if (!inner) return nullptr;
    Json body = builder.body_with(base, *inner);
    return to_text(body).find(kIssuedValue) == std::string::npos ? to_shared(std::move(body))
                                                                 : nullptr;
}

/// Null has the same effect as an absent member. Tested with a base that has a value there, or else
/// with one that gets a value first.
void make_null_means_absent(CaseBuilder& builder, const BodyLocation& location) {
    const Json* means = builder.locations().front().keyword("x-null-means");
    if (!means || !is_merged(location) || !location.types().contains("null")) return;
    builder.mark_covered("null", location);
    CaseTemplate draft =
        patch_template(location, "null", builder.requirements_at(location.schemas.front().pointer));
    const auto ids = strings_or_empty(*means, "requirements");
    for (const bool is_held : {true, false}) {
        draft.is_optional = is_held;
        draft.fill = [&builder, &location, ids, is_held](const BaseBody& base, GeneratedCase& one) {
            const Json* held = find(*base.body, std::string_view(location.pointer));
            if (is_held && (!held || held->empty())) return false;  // null counts as empty, too
            if (!is_held) one.setup_body = filling_patch(builder, base, location);
            one.body = to_shared(builder.body_with(base, location, Json()));
            one.is_unchanged = true;
            one.unchanged_verifies = ids;
            one.revision = RevisionExpectation::kSame;
            one.revision_verifies = ids;
            return true;
        };
        if (builder.add(draft)) return;
    }
}

/// A field that creates a revision does so; any other field does not.
void make_revisions(CaseBuilder& builder, const BodyLocation& location) {
    const Rule* creates = rule_at(builder, RuleKind::kCreatesRevision, location.pointer);
    const bool is_config = location.pointer.starts_with("/source_config/");
    const bool is_leaf = !location.has_members();
    if (!creates && (!is_merged(location) || !is_config || !is_leaf)) return;
    CaseTemplate draft = patch_template(location, creates ? "creates_revision" : "no-revision", {});
    if (creates) draft.rules = {creates->id};
    draft.verifies = builder.requirements_at(draft.schema);
    draft.fill = [&builder, &location, creates](const BaseBody& base, GeneratedCase& one) {
        one.body = to_shared(builder.body_with(base, location));
        one.revision = creates ? RevisionExpectation::kNew : RevisionExpectation::kSame;
        one.revision_verifies =
            creates ? creates->requirements : builder.examples().requirements_of("no_revision");
        return true;
    };
    builder.add(draft);
}

/// A replacement removes the previous value completely: a member or a second item no longer exists.
void make_replace(CaseBuilder& builder, const BodyLocation& location) {
    const Rule* replaces = rule_at(builder, RuleKind::kReplace, location.pointer);
    if (!replaces) return;
    CaseTemplate draft =
        patch_template(location, std::string(to_text(replaces->kind)), replaces->requirements);
    draft.rules = {replaces->id};
    draft.fill = [&builder, &location](const BaseBody& base, GeneratedCase& one) {
        if (location.types().contains("array")) {
            const Json two = builder.bodies().two_items(location, "name", kOtherString);
            one.setup_body = to_shared(builder.body_with(base, location, two));
            one.body = to_shared(builder.body_with(base, location, Json::array({two.front()})));
            one.removed_pointer = location.pointer + "/1";
            return true;
        }
        const BodyLocation* member = plain_member(builder, location);
        if (!member) return false;
        one.setup_body = to_shared(builder.body_with(base, *member));
        one.body = to_shared(builder.body_with(base, location, Json::object()));
        one.removed_pointer = member->pointer;
        return true;
    };
    builder.add(draft);
}

/// Returns the value of another base at a pointer, or else a string that no base has.
Json other_value(const GeneratorExamples& examples, const std::string& pointer, const Json& held) {
    for (const BaseBody& base : examples.bases) {
        const Json* value = find(*base.body, std::string_view(pointer));
        if (value && *value != held) return Json(*value);
    }
    return Json(std::string(kOtherString));
}

/// A field that only a create has and that cannot change: sending it in a patch changes nothing.
void make_create_only_field(CaseBuilder& builder, const BodyLocation& location) {
    if (!location.pointer.empty()) return;
    for (const Rule& rule : builder.context().create.rules) {
        if (rule.kind != RuleKind::kImmutable || builder.bodies().find_location(rule.pointer))
            continue;
        CaseTemplate draft;
        draft.pointer = rule.pointer;
        draft.rule = std::string(to_text(rule.kind)) + "-not-in-a-patch";
        draft.verifies = rule.requirements;
        draft.rules = {rule.id};
        draft.fill = [&builder, &rule](const BaseBody& base, GeneratedCase& one) {
            const Json* held = find(*base.body, std::string_view(rule.pointer));
            if (!held) return false;
            // The case does not check other changes.
            one.outcome = ExpectedOutcome::kNoEffect;
            one.unchanged_verifies = rule.requirements;
            one.revision_verifies = builder.examples().requirements_of("nothing_no_revision");
            Json body = Json::object();
            const Json other = other_value(builder.examples(), rule.pointer, *held);
            if (!set_at(body, *JsonPointer::parse(rule.pointer), other)) return false;
            one.body = to_shared(std::move(body));
            return true;
        };
        builder.add(draft);
    }
}

}  // namespace

const std::vector<LocationGenerator>& patch_generators() {
    static const std::vector<LocationGenerator> kKinds{{"nothing", make_empty_patch},
                                                       {"foreign", make_create_only_field},
                                                       {"null", make_null_means_absent},
                                                       {"revisions", make_revisions},
                                                       {"replace", make_replace}};
    return kKinds;
}

}  // namespace plumbline::generate
