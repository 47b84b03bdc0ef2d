// What clients write: whether it is shown as it was sent, whether what they leave out has its
// default, and whether later reads show what the last write answered.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::monitors {
namespace {

struct Change {
    std::string pointer;
    const Json* before = nullptr;
    const Json* now = nullptr;  ///< null: not there
};

/// Returns the first field that does not show what it showed. Items of lists may leave fields out.
std::optional<Change> first_change(const std::vector<Field>& fields,
                                   const Json& before,
                                   const Json& now,
                                   bool is_item) {
    for (const Field& field : fields) {
        const Json* old = member(before, field.name);
        const Json* value = member(now, field.name);
        if (!old || old->is_null() || (!value && is_item)) continue;
        if (value && !field.members.empty() && old->is_object() && value->is_object()) {
            auto inner = first_change(field.members, *old, *value, is_item);
            if (!inner) continue;
            inner->pointer.insert(0, '/' + escape_pointer_token(field.name));
            return inner;
        }
        if (!value || !shows_still(*old, *value))
            return Change{'/' + escape_pointer_token(field.name), old, value};
    }
    return std::nullopt;
}

/// Returns what was sent at a place, of objects in a list only the members that are described:
/// others are ignored.
Json described(const Operation& operation, const JsonPointer& pointer, const Json& sent) {
    if (!sent.is_array()) return sent;
    const auto& known = operation.request_fields;
    Json kept = Json::array();
    for (const Json& item : sent) {
        if (!item.is_object()) return sent;
        Json& one = kept.emplace_back(Json::object());
        for (const auto& [name, value] : item.items()) {
            const std::string place = pointer.to_text() + "/*/" + escape_pointer_token(name);
            if (std::find(known.begin(), known.end(), place) != known.end()) one[name] = value;
        }
    }
    return kept;
}

const Json* sent_at(const Sighting& sighting, const JsonPointer& pointer) {
    const Json* request = sighting.look.request;
    const Json* value = request ? find(*request, pointer) : nullptr;
    return value && !value->is_null() ? value : nullptr;
}

void compare_with_sent(const Sighting& sighting, const Statement& one, Report& report) {
    const Json* sent = sent_at(sighting, one.pointer);
    if (!sent) return;
    const Json wanted = described(sighting.look.operation, one.pointer, *sent);
    const Json* shown = find(sighting.value, one.pointer);
    if (shown && shows_still(wanted, *shown)) {
        report.held(one.requirements);
        return;
    }
    report.broke({one.code,
                  one.basis,
                  one.requirements,
                  one.pointer.to_text() + " of " + title(sighting.record) +
                      " as it was sent: " + to_short_text(wanted),
                  shown ? to_short_text(*shown) : "nothing there"});
}

/// Returns the value of a number beside the one a default is for; null where clients sent another
/// than is shown, so that nobody can say which of them counts.
const Json* base_of(const Sighting& sighting, const Statement& one) {
    const Json* base = find(sighting.value, one.field);
    if (!base || !base->is_number()) return nullptr;
    const Json* sent = sent_at(sighting, one.field);
    return !sent || *sent == *base ? base : nullptr;
}

void judge_default(const Sighting& sighting, const Statement& one, Report& report) {
    constexpr double kExact = 1e-9;
    const Json* shown = find(sighting.value, one.pointer);
    const Json* base = base_of(sighting, one);
    if (!shown || !shown->is_number() || !base) return;
    const double wanted = base->get<double>() * one.factor;
    if (std::abs(shown->get<double>() - wanted) <= kExact * std::max(1.0, std::abs(wanted))) {
        report.held(one.requirements);
        return;
    }
    report.broke({one.code,
                  one.basis,
                  one.requirements,
                  one.pointer.to_text() + " of " + title(sighting.record) +
                      ", left out, to default to " + to_short_text(Json(one.factor)) + " times " +
                      one.field.to_text() + ": " + to_short_text(Json(wanted)),
                  to_short_text(*shown),
                  sighting.record.written.seen.get()});
}

/// Learns from a write what is left to the server: the object with the field is sent, the field is
/// not.
void learn_left_out(const Sighting& sighting) {
    const auto& defaults = sighting.record.type->defaults;
    for (std::size_t i = 0; i < defaults.size(); ++i) {
        std::vector<std::string> owner = defaults[i].pointer.tokens();
        owner.pop_back();
        if (!sent_at(sighting, JsonPointer(std::move(owner)))) continue;
        sighting.record.left_out[i] =
            !sent_at(sighting, defaults[i].pointer) && base_of(sighting, defaults[i]) != nullptr;
    }
}

}  // namespace

bool is_settled(const Sighting& sighting) {
    const Record& record = sighting.record;
    return record.writes_under_way == 0 && record.written.answer && !record.deleted.seen &&
           sighting.look.must_show(record.written.seen);
}

void watch_what_was_sent(const Sighting& sighting, Report& report) {
    if (sighting.is_created) {
        for (const Statement& one : sighting.record.type->sent)
            compare_with_sent(sighting, one, report);
    }
    if (!sighting.is_patched) return;
    for (const Statement& one : sighting.record.type->replaced) {
        const Json* sent = sent_at(sighting, one.pointer);
        // Objects may be completed and rounded; of a list all items are the client's.
        if (sent && sent->is_array()) compare_with_sent(sighting, one, report);
    }
}

void watch_defaults(const Sighting& sighting, Report& report) {
    const bool writes = sighting.is_created || sighting.is_patched;
    if (writes) learn_left_out(sighting);
    if (!writes && !is_settled(sighting)) return;
    const auto& defaults = sighting.record.type->defaults;
    for (std::size_t i = 0; i < defaults.size(); ++i) {
        if (sighting.record.left_out[i]) judge_default(sighting, defaults[i], report);
    }
}

void watch_writes(const Sighting& sighting, Report& report) {
    if (sighting.is_created || sighting.is_patched || !is_settled(sighting)) return;
    const Written& written = sighting.record.written;
    const HistoryRule* reading = stated(sighting.look.operation, HistoryKind::kAsWritten);
    if (!reading) return;
    const auto change = first_change(
        sighting.record.type->written, *written.answer, sighting.value, sighting.is_item);
    std::vector<const HistoryRule*> rules{reading};
    if (written.by) rules.push_back(written.by);
    for (const HistoryRule* rule : rules) {
        if (!change) {
            report.held(rule->requirements);
            continue;
        }
        report.broke({"history-as_written",
                      rule->basis,
                      rule->requirements,
                      change->pointer + " of " + title(sighting.record) +
                          " as the last write answered: " + to_short_text(*change->before),
                      change->now ? to_short_text(*change->now) : "nothing there",
                      written.seen.get()});
    }
}

}  // namespace plumbline::monitors
