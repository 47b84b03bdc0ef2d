// Cases for the effects of a patch on a record: revisions, null, replacement.

#include "conformance/generate/case_drafts.hpp"
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

GeneratedCase patch_case(const BodyLocation& location,
                         std::string rule,
                         std::vector<std::string> verifies) {
    GeneratedCase draft;
    draft.pointer = location.pointer;
    draft.rule = std::move(rule);
    draft.verifies = std::move(verifies);
    draft.schema = location.schemas.front().pointer;
    return draft;
}

/// Makes the case one that is accepted and changes nothing.
void expect_unchanged(GeneratedCase& draft,
                      const std::vector<std::string>& verifies,
                      const std::vector<std::string>& revision_verifies) {
    draft.is_unchanged = true;
    draft.unchanged_verifies = verifies;
    draft.revision = RevisionExpectation::kSame;
    draft.revision_verifies = revision_verifies;
}

/// An empty patch is accepted and changes nothing.
void make_empty_patch(CaseBuilder& builder, const BodyLocation& location) {
    if (!location.pointer.empty()) return;
    GeneratedCase draft =
        patch_case(location, "nothing", requirements_of(builder.context(), location));
    const Json* means = location.keyword("x-null-means");
    expect_unchanged(draft,
                     means ? strings_or_empty(*means, "requirements") : draft.verifies,
                     builder.context().examples.requirements_of("nothing_no_revision"));
    builder.add(draft,
                [](const BaseBody&, GeneratedCase& one) { one.body = to_shared(Json::object()); });
}

/// Returns a member of the object at a location that is an independent string or integer: it has no
/// default and does not name a resource. Null if there is none.
const BodyLocation* plain_member(const CaseContext& context, const BodyLocation& location) {
    for (const BodyLocation& member : context.locations) {
        const bool is_direct =
            member.pointer.starts_with(location.pointer + '/') &&
            member.pointer.find('/', location.pointer.size() + 1) == std::string::npos;
        const auto types = member.types();
        const bool is_plain = types.contains("string") || types.contains("integer");
        const bool is_own = !member.keyword("enum") && !member.keyword("x-default-from") &&
                            !context.examples.existing_at(member.pointer);
        if (is_direct && is_plain && is_own) return &member;
    }
    return nullptr;
}

/// Returns a patch that sets a value which a null could remove; null if responses do not show the
/// location, or if no such value is possible.
SharedJson filling_patch(const CaseBuilder& builder,
                         const BaseBody& base,
                         const BodyLocation& location) {
    const CaseContext& context = builder.context();
    if (expected_values(context, location, Json()).empty()) return nullptr;
    const BodyLocation* inner = &location;
    if (location.types().contains("array")) inner = context.find_location(location.pointer + "/*");
    if (location.has_members()) inner = plain_member(context, location);
    if (!inner) return nullptr;
    SharedJson body = builder.bodies().body_with(base, *inner);
    return to_text(*body).find(kIssuedValue) == std::string::npos ? body : nullptr;
}

/// Null has the same effect as an absent member. Tested with a base that has a value there, or else
/// with one that gets a value first.
void make_null_means_absent(CaseBuilder& builder, const BodyLocation& location) {
    const Json* means = builder.context().locations.front().keyword("x-null-means");
    if (!means || !is_merged(location) || !location.types().contains("null")) return;
    builder.covered().add("null", location);
    GeneratedCase draft =
        patch_case(location, "null", requirements_of(builder.context(), location));
    const auto ids = strings_or_empty(*means, "requirements");
    expect_unchanged(draft, ids, ids);
    for (const bool is_held : {true, false}) {
        const auto fill = [&](const BaseBody& base, GeneratedCase& one) {
            const Json* held = find(*base.body, std::string_view(location.pointer));
            if (is_held && (!held || held->empty())) return;  // null counts as empty, too
            if (!is_held) one.setup_body = filling_patch(builder, base, location);
            one.body = builder.bodies().body_with(base, location, Json());
        };
        if (builder.add(draft, fill, {.is_optional = is_held})) return;
    }
}

/// A field that creates a revision does so; any other field does not.
void make_revisions(CaseBuilder& builder, const BodyLocation& location) {
    const CaseContext& context = builder.context();
    const Rule* creates = context.find_rule(RuleKind::kCreatesRevision, location.pointer);
    const bool is_config = location.pointer.starts_with("/source_config/");
    const bool is_leaf = !location.has_members();
    if (!creates && (!is_merged(location) || !is_config || !is_leaf)) return;
    GeneratedCase draft = patch_case(
        location, creates ? "creates_revision" : "no-revision", requirements_of(context, location));
    if (creates) draft.rules = {creates->id};
    draft.revision = creates ? RevisionExpectation::kNew : RevisionExpectation::kSame;
    draft.revision_verifies =
        creates ? creates->requirements : context.examples.requirements_of("no_revision");
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        one.body = builder.bodies().body_with(base, location);
    });
}

/// A replacement removes the previous value completely: a member or a second item no longer exists.
void make_replace(CaseBuilder& builder, const BodyLocation& location) {
    const Rule* replaces = builder.context().find_rule(RuleKind::kReplace, location.pointer);
    if (!replaces) return;
    GeneratedCase draft =
        patch_case(location, std::string(to_text(replaces->kind)), replaces->requirements);
    draft.rules = {replaces->id};
    const BodyFactory& bodies = builder.bodies();
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        if (location.types().contains("array")) {
            const Json two = bodies.two_items(location, "name", kOtherString);
            one.setup_body = bodies.body_with(base, location, two);
            one.body = bodies.body_with(base, location, Json::array({two.front()}));
            one.removed_pointer = location.pointer + "/1";
        } else if (const BodyLocation* member = plain_member(builder.context(), location)) {
            one.setup_body = bodies.body_with(base, *member);
            one.body = bodies.body_with(base, location, Json::object());
            one.removed_pointer = member->pointer;
        }
    });
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
    const CaseContext& context = builder.context();
    for (const Rule& rule : context.create.rules) {
        if (rule.kind != RuleKind::kImmutable || context.find_location(rule.pointer)) continue;
        GeneratedCase draft = rule_case(rule, "not-in-a-patch");
        // The case does not check other changes.
        draft.outcome = ExpectedOutcome::kNoEffect;
        draft.unchanged_verifies = rule.requirements;
        draft.revision_verifies = context.examples.requirements_of("nothing_no_revision");
        builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
            const Json* held = find(*base.body, std::string_view(rule.pointer));
            if (!held) return;
            Json body = Json::object();
            const Json other = other_value(context.examples, rule.pointer, *held);
            if (set_at(body, *JsonPointer::parse(rule.pointer), other))
                one.body = to_shared(std::move(body));
        });
    }
}

}  // namespace

const std::vector<LocationGenerator>& patch_generators() {
    static const std::vector<LocationGenerator> kKinds{make_empty_patch,
                                                       make_create_only_field,
                                                       make_null_means_absent,
                                                       make_revisions,
                                                       make_replace};
    return kKinds;
}

}  // namespace plumbline::generate
