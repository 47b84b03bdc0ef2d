// Cases from what a patch does to a record: revisions, null, replacing.

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

/// How deep the members stand that merge one by one; what is below is replaced with its owner.
constexpr std::ptrdiff_t kMergedDepth = 2;

bool merges(const BodyPlace& place) {
    const auto& pointer = place.pointer;
    return !pointer.empty() && std::count(pointer.begin(), pointer.end(), '/') <= kMergedDepth &&
           pointer.find('*') == std::string::npos;
}

const Rule* rule_at(const Maker& maker, RuleKind kind, const std::string& pointer) {
    for (const Rule& rule : maker.rules()) {
        if (rule.kind == kind && rule.pointer == pointer) return &rule;
    }
    return nullptr;
}

Draft draft_for(const BodyPlace& place, std::string rule, std::vector<std::string> verifies) {
    Draft draft;
    draft.place = place.pointer;
    draft.rule = std::move(rule);
    draft.verifies = std::move(verifies);
    draft.schema = place.schemas.front().pointer;
    return draft;
}

/// A patch of nothing is taken and changes nothing.
void make_nothing(Maker& maker, const BodyPlace& place) {
    if (!place.pointer.empty()) return;
    Draft draft = draft_for(place, "nothing", maker.requirements_at(place.schemas.front().pointer));
    const Json* means = place.keyword("x-null-means");
    const auto ids = means ? strings_or_empty(*means, "requirements") : draft.verifies;
    draft.fill = [&maker, ids](const Base&, Case& one) {
        one.body = shared(Json::object());
        one.is_unchanged = true;
        one.unchanged_verifies = ids;
        one.revision = Revision::kSame;
        one.revision_verifies = maker.examples().requirements_of("nothing_no_revision");
        return true;
    };
    maker.add(draft);
}

/// Returns a member of the object at a place that is a text or number of its own: nothing fills it,
/// and it names nothing. Null if there is none.
const BodyPlace* plain_member(const Maker& maker, const BodyPlace& place) {
    for (const BodyPlace& member : maker.places()) {
        const bool is_direct =
            member.pointer.starts_with(place.pointer + '/') &&
            member.pointer.find('/', place.pointer.size() + 1) == std::string::npos;
        const auto types = member.types();
        const bool is_plain = types.contains("string") || types.contains("integer");
        const bool is_own = !member.keyword("enum") && !member.keyword("x-default-from") &&
                            !maker.examples().existing_at(member.pointer);
        if (is_direct && is_plain && is_own) return &member;
    }
    return nullptr;
}

/// Returns a patch that puts at a place what a null could take away; null if answers do not show
/// the place, or nothing can be put there just so.
SharedJson filling(const Maker& maker, const Base& base, const BodyPlace& place) {
    if (maker.shown(place, Json()).empty()) return nullptr;
    const BodyPlace* inner = &place;
    if (place.types().contains("array")) inner = maker.bodies().find_place(place.pointer + "/*");
    if (place.has_members()) inner = plain_member(maker, place);
    if (!inner) return nullptr;
    Json body = maker.with(base, *inner);
    return to_text(body).find(kIssued) == std::string::npos ? shared(std::move(body)) : nullptr;
}

/// Null is the same as nothing. Asked of a base that has something there, or else of one that is
/// given something first.
void make_null_means_absent(Maker& maker, const BodyPlace& place) {
    const Json* means = maker.places().front().keyword("x-null-means");
    if (!means || !merges(place) || !place.types().contains("null")) return;
    maker.cover("null", place);
    Draft draft = draft_for(place, "null", maker.requirements_at(place.schemas.front().pointer));
    const auto ids = strings_or_empty(*means, "requirements");
    for (const bool is_held : {true, false}) {
        draft.is_optional = is_held;
        draft.fill = [&maker, &place, ids, is_held](const Base& base, Case& one) {
            const Json* held = find(*base.body, std::string_view(place.pointer));
            if (is_held && (!held || held->empty())) return false;  // null is empty, too
            if (!is_held) one.before = filling(maker, base, place);
            one.body = shared(maker.with(base, place, Json()));
            one.is_unchanged = true;
            one.unchanged_verifies = ids;
            one.revision = Revision::kSame;
            one.revision_verifies = ids;
            return true;
        };
        if (maker.add(draft)) return;
    }
}

/// What makes a revision makes one, what need not makes none.
void make_revisions(Maker& maker, const BodyPlace& place) {
    const Rule* creates = rule_at(maker, RuleKind::kCreatesRevision, place.pointer);
    const bool is_config = place.pointer.starts_with("/source_config/");
    const bool is_leaf = !place.has_members();
    if (!creates && (!merges(place) || !is_config || !is_leaf)) return;
    Draft draft = draft_for(place, creates ? "creates_revision" : "no-revision", {});
    if (creates) draft.rules = {creates->id};
    draft.verifies = maker.requirements_at(draft.schema);
    draft.fill = [&maker, &place, creates](const Base& base, Case& one) {
        one.body = shared(maker.with(base, place));
        one.revision = creates ? Revision::kNew : Revision::kSame;
        one.revision_verifies =
            creates ? creates->requirements : maker.examples().requirements_of("no_revision");
        return true;
    };
    maker.add(draft);
}

/// What is replaced as a whole keeps nothing of what it was: a member or a second item is gone.
void make_replace(Maker& maker, const BodyPlace& place) {
    const Rule* replaces = rule_at(maker, RuleKind::kReplace, place.pointer);
    if (!replaces) return;
    Draft draft = draft_for(place, std::string(to_text(replaces->kind)), replaces->requirements);
    draft.rules = {replaces->id};
    draft.fill = [&maker, &place](const Base& base, Case& one) {
        if (place.types().contains("array")) {
            const Json two = maker.bodies().two_items(place, "name", kOtherText);
            one.before = shared(maker.with(base, place, two));
            one.body = shared(maker.with(base, place, Json::array({two.front()})));
            one.gone = place.pointer + "/1";
            return true;
        }
        const BodyPlace* member = plain_member(maker, place);
        if (!member) return false;
        one.before = shared(maker.with(base, *member));
        one.body = shared(maker.with(base, place, Json::object()));
        one.gone = member->pointer;
        return true;
    };
    maker.add(draft);
}

/// Returns what another base has at a pointer, or else a text that none has.
Json other_value(const Examples& examples, const std::string& pointer, const Json& held) {
    for (const Base& base : examples.bases) {
        const Json* value = find(*base.body, std::string_view(pointer));
        if (value && *value != held) return Json(*value);
    }
    return Json(std::string(kOtherText));
}

/// A field that only a create has and that cannot change: to send it changes nothing.
void make_foreign(Maker& maker, const BodyPlace& place) {
    if (!place.pointer.empty()) return;
    for (const Rule& rule : maker.subject().create.rules) {
        if (rule.kind != RuleKind::kImmutable || maker.bodies().find_place(rule.pointer)) continue;
        Draft draft;
        draft.place = rule.pointer;
        draft.rule = std::string(to_text(rule.kind)) + "-not-in-a-patch";
        draft.verifies = rule.requirements;
        draft.rules = {rule.id};
        draft.fill = [&maker, &rule](const Base& base, Case& one) {
            const Json* held = find(*base.body, std::string_view(rule.pointer));
            if (!held) return false;
            // What else changes is no business of this rule.
            one.expect = Expect::kNoEffect;
            one.unchanged_verifies = rule.requirements;
            one.revision_verifies = maker.examples().requirements_of("nothing_no_revision");
            Json body = Json::object();
            const Json other = other_value(maker.examples(), rule.pointer, *held);
            if (!set_at(body, *JsonPointer::parse(rule.pointer), other)) return false;
            one.body = shared(std::move(body));
            return true;
        };
        maker.add(draft);
    }
}

}  // namespace

const std::vector<PlaceKind>& patch_kinds() {
    static const std::vector<PlaceKind> kKinds{{"nothing", make_nothing},
                                               {"foreign", make_foreign},
                                               {"null", make_null_means_absent},
                                               {"revisions", make_revisions},
                                               {"replace", make_replace}};
    return kKinds;
}

}  // namespace plumbline::generate
