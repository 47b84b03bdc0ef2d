// Cases from the rules that bind a field to sources, hosting, listeners and operations.

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/rule_drafts.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

bool lists(const std::vector<std::string>& values, const std::string& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// Returns the first base of each source.
std::vector<const Base*> one_base_per_source(const Maker& maker) {
    std::vector<const Base*> found;
    std::vector<std::string> sources;
    for (const Base& base : maker.examples().bases) {
        if (lists(sources, base.source)) continue;
        sources.push_back(base.source);
        found.push_back(&base);
    }
    return found;
}

/// A field of some sources: taken for each of them, refused for each other.
void make_only_for_sources(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    for (const Base* base : one_base_per_source(maker)) {
        const bool is_listed = lists(rule.values, base->source);
        if (!is_listed && is_refused_anyway(maker, rule)) continue;
        Draft draft = draft_of(rule, base->source);
        draft.fill = [&maker, &rule, place, is_listed](const Base& on, Case& one) {
            const Json value = maker.value_for(on, *place);
            one.body = shared(maker.with(on, *place, value));
            if (is_listed) {
                one.shows = maker.shown(*place, value);
            } else {
                one.valid = shared(maker.start(on));
                breaks(one, rule);
            }
            return true;
        };
        maker.add_on(*base, draft);
    }
}

/// A field that creates of some sources need: without it, and with null in its place.
void make_required_for_sources(Maker& maker, const Rule& rule) {
    if (!maker.subject().is_create()) return;
    const auto at = JsonPointer::parse(rule.pointer);
    for (const Base* base : one_base_per_source(maker)) {
        const bool is_listed = lists(rule.values, base->source);
        for (const bool is_null : {false, true}) {
            Draft draft = draft_of(rule, base->source + (is_null ? "-null" : "-absent"));
            draft.fill = [&maker, &rule, &at, is_listed, is_null](const Base& on, Case& one) {
                Json body = maker.start(on);
                one.valid = shared(body);
                if (is_null) {
                    (void)set_at(body, *at, Json());
                } else if (is_listed && !remove_at(body, *at)) {
                    return false;
                }
                one.body = shared(std::move(body));
                if (is_listed) breaks(one, rule);
                return true;
            };
            maker.add_on(*base, draft);
        }
    }
}

/// A value that a patch may have on some kinds of hosting: refused on a base of another. That its
/// own take it is a case of the enum.
void make_only_for_hosting_of_patch(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    for (const std::string& pair : rule.values) {
        const std::string value = pair.substr(0, pair.find('='));
        const auto refuses = [&](const Base& base) {
            return std::none_of(base.hostings.begin(), base.hostings.end(), [&](const auto& one) {
                return lists(rule.values, value + '=' + one);
            });
        };
        const auto& bases = maker.examples().bases;
        const auto elsewhere = std::find_if(bases.begin(), bases.end(), refuses);
        if (elsewhere == bases.end()) continue;
        Draft draft = draft_of(rule, value);
        draft.fill = [&maker, &rule, place, value](const Base& on, Case& one) {
            one.valid = shared(maker.start(on));
            one.body = shared(maker.with(on, *place, Json(value)));
            breaks(one, rule);
            return true;
        };
        maker.add_on(*elsewhere, draft);
    }
}

/// A value that only one kind of hosting takes: refused on every other. The base of the value
/// shows that its own takes it.
void make_only_for_hosting(Maker& maker, const Rule& rule) {
    if (!maker.subject().is_create()) return make_only_for_hosting_of_patch(maker, rule);
    for (const Base& base : maker.examples().bases) {
        for (const char* hosting : {"cloud", "self_hosted"}) {
            const bool is_bound =
                std::any_of(rule.values.begin(), rule.values.end(), [&](const std::string& pair) {
                    return pair.starts_with(base.source + '=');
                });
            const bool is_allowed = lists(rule.values, base.source + '=' + hosting);
            if (!is_bound || is_allowed || base.name != base.source) continue;
            Draft draft = draft_of(rule, base.source);
            draft.fill = [&maker, &rule, hosting](const Base& on, Case& one) {
                one.body = one.valid = shared(maker.without_inputs(on));
                one.hosting = hosting;
                breaks(one, rule);
                return true;
            };
            maker.add_on(base, draft);
        }
    }
}

/// A field for listeners of some compute kinds: taken and refused by the base's listener.
void make_only_for_compute_kinds(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    Draft kept = draft_of(rule, "kept");
    kept.fill = [&maker, place](const Base& base, Case& one) {
        const Json value = maker.value_for(base, *place);
        one.body = shared(maker.with(base, *place, value));
        one.shows = maker.shown(*place, value);
        return true;
    };
    maker.add(kept);
    if (is_refused_anyway(maker, rule)) return;
    Draft broken = draft_of(rule, "broken");
    broken.fill = [&maker, &rule, place](const Base& base, Case& one) {
        one.valid = shared(maker.start(base));
        one.body = shared(maker.with(base, *place));
        breaks(one, rule);
        return true;
    };
    maker.add(broken);
}

/// A value that an operation has to give out: one that it gave, and one made up.
void make_issued_by(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    Draft kept = draft_of(rule, "given-out");
    kept.fill = [&maker, place](const Base& base, Case& one) {
        one.body = shared(maker.with(base, *place, Json(kIssued)));
        one.shows = maker.shown(*place, Json(kIssued));
        return true;
    };
    maker.add(kept);
    Draft broken = draft_of(rule, "made-up");
    broken.fill = [&maker, &rule, place](const Base& base, Case& one) {
        one.valid = shared(maker.with(base, *place, Json(kIssued)));
        one.body = shared(maker.with(base, *place, Json("uploads/plumbline-made-up.tar.gz")));
        breaks(one, rule);
        return true;
    };
    maker.add(broken);
}

}  // namespace

const std::vector<RuleCases>& binding_kinds() {
    static const std::vector<RuleCases> kRows{
        {RuleKind::kOnlyForSources, make_only_for_sources},
        {RuleKind::kSettableForSources, make_only_for_sources},
        {RuleKind::kRequiredForSources, make_required_for_sources},
        {RuleKind::kOnlyForHosting, make_only_for_hosting},
        {RuleKind::kOnlyForComputeKinds, make_only_for_compute_kinds},
        {RuleKind::kIssuedBy, make_issued_by},
    };
    return kRows;
}

}  // namespace plumbline::generate
