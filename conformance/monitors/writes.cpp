// What clients write: whether it is shown as it was sent, and whether later reads show what the
// last write answered.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// A value that is not what the last write answered.
struct Change {
    std::string pointer;
    const Json* written = nullptr;  ///< null: not there
    const Json* now = nullptr;      ///< likewise
    /// The statement by which the write replaced what is there again; null: nothing is.
    const Statement* back = nullptr;
};

bool has_written_members(const Form& field) {
    return std::any_of(
        field.members.begin(), field.members.end(), [](const Form& one) { return one.is_written; });
}

/// Compares the fields of an answer with those that the last write answered.
class Comparison {
  public:
    explicit Comparison(const Sighting& sighting) : sighting_(sighting) {}

    /// Returns the first change, if there is one.
    [[nodiscard]] std::optional<Change> run() const {
        return first_change(sighting_.record.type->fields.members,
                            *sighting_.record.written.answer,
                            sighting_.value,
                            nullptr);
    }

  private:
    /// `before` is what stood there before a patch replaced it, null if nobody knows.
    std::optional<Change> first_change(const std::vector<Form>& fields,
                                       const Json& written,
                                       const Json& now,
                                       const Json* before) const {
        for (const Form& field : fields) {
            if (!field.is_written) continue;
            auto change = change_of(field,
                                    member(written, field.name),
                                    member(now, field.name),
                                    before_of(field, before));
            if (change) return change;
        }
        return std::nullopt;
    }

    std::optional<Change> change_of(const Form& field,
                                    const Json* written,
                                    const Json* now,
                                    const Json* before) const {
        // Null may have got a value since, but not the one that was replaced.
        if (!written || written->is_null())
            return is_back(field, before, now)
                       ? std::optional(Change{field.pointer, written, now, statement_of(field)})
                       : std::nullopt;
        if (!now && sighting_.is_item) return std::nullopt;  // items may leave fields out
        const bool are_objects = now && written->is_object() && now->is_object();
        if (are_objects && has_written_members(field))
            return first_change(field.members, *written, *now, before);
        if (!now || !shows_still(*written, *now, field)) return Change{field.pointer, written, now};
        return are_objects && field.replaced ? first_more(field, *written, *now, before)
                                             : std::nullopt;
    }

    /// The members of a map are all the client's: there must be no more than the write answered.
    std::optional<Change> first_more(const Form& map,
                                     const Json& written,
                                     const Json& now,
                                     const Json* before) const {
        for (const auto& [name, value] : now.items()) {
            const Json* answered = member(written, name);
            if (value.is_null() || (answered && !answered->is_null())) continue;
            const Json* former = before ? member(*before, name) : nullptr;
            const bool is_former = former && shows_some(*former, value);
            return Change{map.pointer + '/' + escape_pointer_token(name),
                          answered,
                          &value,
                          is_former ? statement_of(map) : nullptr};
        }
        return std::nullopt;
    }

    bool is_back(const Form& field, const Json* before, const Json* now) const {
        return before && now && shows_some(*before, *now, field) && !is_default(field, *now);
    }

    /// Says whether a number is what it would be if it had always been left out.
    bool is_default(const Form& field, const Json& now) const {
        const auto& defaults = sighting_.record.type->defaults;
        return std::any_of(defaults.begin(), defaults.end(), [&](const Statement& one) {
            if (one.pointer.to_text() != field.pointer || !now.is_number()) return false;
            const auto wanted = default_of(sighting_, one);
            return wanted && is_nearly(now.get<double>(), *wanted);
        });
    }

    const Statement* statement_of(const Form& field) const {
        return field.replaced ? &sighting_.record.type->replaced[*field.replaced] : nullptr;
    }

    const Json* before_of(const Form& field, const Json* parent) const {
        if (!field.replaced) return nullptr;
        if (parent) return member(*parent, field.name);
        const bool is_whole = statement_of(field)->pointer.to_text() == field.pointer;
        return is_whole ? sighting_.record.replaced[*field.replaced].before.get() : nullptr;
    }

    const Sighting& sighting_;
};

/// Returns what was sent at a place, of objects in a list only the members that are described:
/// others are ignored.
Json described(const Operation& operation, const JsonPointer& pointer, const Json& sent) {
    if (!sent.is_array()) return sent;
    const auto& known = operation.request_fields.pointers();
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

void compare_with_sent(const Sighting& sighting, const Statement& one, Report& report) {
    const Json* sent = sent_at(sighting.look, one.pointer);
    const Json* shown = find(sighting.value, one.pointer);
    if (!sent || !shown) return;  // whether an answer may leave it out is for its schema to say
    const Json wanted = described(sighting.look.operation, one.pointer, *sent);
    if (shows_still(wanted, *shown, one.form)) {
        report.held(one.requirements);
        return;
    }
    report.broke(one,
                 title(one, sighting.record) + " as it was sent: " + to_short_text(wanted),
                 to_short_text(*shown));
}

/// Returns what is shown of what was sent: the rest is the server's.
Json part_sent(const Json& shown, const Json& sent) {
    if (!shown.is_object() || !sent.is_object()) return shown;
    Json part = Json::object();
    for (const auto& [name, value] : sent.items()) {
        const Json* found = value.is_null() ? nullptr : member(shown, name);
        if (found) part[name] = part_sent(*found, value);
    }
    return part;
}

/// Learns what a write replaces as a whole: nothing of it must come back.
void learn_replacement(const Sighting& sighting, const Statement& one, Replacement& replacement) {
    const Json* sent = sent_at(sighting.look, one.pointer);
    if (!sent) return;
    const SharedJson& answer = sighting.record.written.answer;
    const Json* shown = answer ? find(*answer, one.pointer) : nullptr;
    replacement.before = shown && replacement.sent
                             ? std::make_shared<const Json>(part_sent(*shown, *replacement.sent))
                             : nullptr;
    replacement.sent = std::make_shared<const Json>(*sent);
}

std::string shown_text(const Json* value) {
    return value ? to_short_text(*value) : "nothing there";
}

}  // namespace

const Json* sent_at(const Look& look, const JsonPointer& pointer) {
    const Json* value = look.request ? find(*look.request, pointer) : nullptr;
    return value && !value->is_null() ? value : nullptr;
}

bool is_settled(const Sighting& sighting) {
    const Record& record = sighting.record;
    return record.writes_under_way == 0 && record.written.answer && !record.deleted.seen &&
           sighting.look.must_show(record.written.seen);
}

void watch_what_was_sent(const Sighting& sighting, Report& report) {
    if (!sighting.is_created && !sighting.is_patched) return;
    const Type& type = *sighting.record.type;
    if (sighting.is_created) {
        for (const Statement& one : type.sent) compare_with_sent(sighting, one, report);
    }
    with_each(type.replaced,
              sighting.record.replaced,
              [&](const Statement& one, Replacement& replacement) {
                  const Json* sent = sent_at(sighting.look, one.pointer);
                  // Objects may be completed and rounded; of a list all items are the client's.
                  if (sighting.is_patched && sent && sent->is_array())
                      compare_with_sent(sighting, one, report);
                  learn_replacement(sighting, one, replacement);
              });
}

void watch_writes(const Sighting& sighting, Report& report) {
    if (sighting.is_created || sighting.is_patched || !is_settled(sighting)) return;
    const Written& written = sighting.record.written;
    const HistoryRule* reading = stated(sighting.look.operation, HistoryKind::kAsWritten);
    if (!reading) return;
    const auto change = Comparison(sighting).run();
    const auto tell = [&](std::string_view code, const auto& rule) {
        if (!change) return report.held(rule.requirements);
        report.broke({code,
                      rule.basis,
                      rule.requirements,
                      change->pointer + " of " + title(sighting.record) +
                          " as the last write answered: " + shown_text(change->written),
                      shown_text(change->now) + (change->back ? ", which was replaced" : ""),
                      written.seen.get()});
    };
    tell("history-as_written", *reading);
    if (written.by) tell("history-as_written", *written.by);
    if (change && change->back) tell(change->back->code, *change->back);
}

}  // namespace plumbline::monitors
