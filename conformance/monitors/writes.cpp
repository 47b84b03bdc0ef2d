// Checks what clients write: whether it is shown as it was sent, and whether later reads match the
// response of the last write.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// A value that differs from the response of the last write.
struct WriteMismatch {
    std::string pointer;
    const Json* written = nullptr;  ///< null: missing
    const Json* now = nullptr;      ///< likewise
    /// The rule by which the write replaced the value that is shown again; null: none.
    const ValueRule* restored_by = nullptr;
};

bool has_writable_members(const RecordField& field) {
    return std::any_of(field.members.begin(), field.members.end(), [](const RecordField& one) {
        return one.is_writable;
    });
}

/// Returns whether a number has the default it would have if it had always been omitted.
bool has_default(const RecordObservation& observation,
                 const std::string& pointer,
                 const Json& now) {
    const auto& defaults = observation.record.rules->defaults;
    return std::any_of(defaults.begin(), defaults.end(), [&](const ValueRule& one) {
        if (one.pointer.to_text() != pointer || !now.is_number()) return false;
        const auto expected = expected_default(observation, one);
        return expected && is_nearly(now.get<double>(), *expected);
    });
}

/// Compares the fields of a response with those of the last write's response.
class WriteComparison {
  public:
    explicit WriteComparison(const RecordObservation& observation) : observation_(observation) {}

    /// Returns the first difference, if there is one.
    [[nodiscard]] std::optional<WriteMismatch> run() const {
        return first_mismatch(observation_.record.rules->fields.members,
                              *observation_.record.last_write.response,
                              observation_.value,
                              nullptr);
    }

  private:
    /// `before` is the value before a patch replaced it, null if it is unknown.
    std::optional<WriteMismatch> first_mismatch(const std::vector<RecordField>& fields,
                                                const Json& written,
                                                const Json& now,
                                                const Json* before) const {
        for (const RecordField& field : fields) {
            if (!field.is_writable) continue;
            auto change = mismatch_of(field,
                                      member(written, field.name),
                                      member(now, field.name),
                                      previous_of(field, before));
            if (change) return change;
        }
        return std::nullopt;
    }

    std::optional<WriteMismatch> mismatch_of(const RecordField& field,
                                             const Json* written,
                                             const Json* now,
                                             const Json* before) const {
        // A null may have a value by now, but not the one that was replaced.
        if (!written || written->is_null())
            return is_restored(field, before, now)
                       ? std::optional(
                             WriteMismatch{field.pointer, written, now, replace_rule_of(field)})
                       : std::nullopt;
        if (!now && observation_.is_item) return std::nullopt;  // items may omit fields
        const bool are_objects = now && written->is_object() && now->is_object();
        if (are_objects && has_writable_members(field))
            return first_mismatch(field.members, *written, *now, before);
        if (!now || !shows_same(*written, *now, field))
            return WriteMismatch{field.pointer, written, now};
        return are_objects && field.replace_rule ? first_extra_member(field, *written, *now, before)
                                                 : std::nullopt;
    }

    /// The members of a map belong to the client: there must be no more than the write's response
    /// shows.
    std::optional<WriteMismatch> first_extra_member(const RecordField& map,
                                                    const Json& written,
                                                    const Json& now,
                                                    const Json* before) const {
        for (const auto& [name, value] : now.items()) {
            const Json* answered = member(written, name);
            if (value.is_null() || (answered && !answered->is_null())) continue;
            const Json* former = before ? member(*before, name) : nullptr;
            const bool is_former = former && shows_part_of(*former, value);
            return WriteMismatch{map.pointer + '/' + escape_pointer_token(name),
                                 answered,
                                 &value,
                                 is_former ? replace_rule_of(map) : nullptr};
        }
        return std::nullopt;
    }

    bool is_restored(const RecordField& field, const Json* before, const Json* now) const {
        return before && now && shows_part_of(*before, *now, field) &&
               !has_default(observation_, field.pointer, *now);
    }

    const ValueRule* replace_rule_of(const RecordField& field) const {
        return field.replace_rule ? &observation_.record.rules->replaced[*field.replace_rule]
                                  : nullptr;
    }

    const Json* previous_of(const RecordField& field, const Json* parent) const {
        if (!field.replace_rule) return nullptr;
        if (parent) return member(*parent, field.name);
        const bool is_whole = replace_rule_of(field)->pointer.to_text() == field.pointer;
        return is_whole ? observation_.record.replaced[*field.replace_rule].previous.get()
                        : nullptr;
    }

    const RecordObservation& observation_;
};

/// Returns the value sent at a location; of objects in a list only the members that are described,
/// as others are ignored.
Json described_part(const Operation& operation, const JsonPointer& pointer, const Json& sent) {
    if (!sent.is_array()) return sent;
    const auto& known = operation.request_fields.pointers();
    Json result = Json::array();
    for (const Json& item : sent) {
        if (!item.is_object()) return sent;
        Json& one = result.emplace_back(Json::object());
        for (const auto& [name, value] : item.items()) {
            const std::string location = pointer.to_text() + "/*/" + escape_pointer_token(name);
            if (std::find(known.begin(), known.end(), location) != known.end()) one[name] = value;
        }
    }
    return result;
}

void compare_with_sent(const RecordObservation& observation,
                       const ValueRule& one,
                       MonitorReport& report) {
    const Json* sent = sent_at(observation.context, one.pointer);
    const Json* shown = find(observation.value, one.pointer);
    if (!sent || !shown) return;  // the schema defines whether a response may omit it
    const Json expected = described_part(observation.context.call.operation, one.pointer, *sent);
    if (shows_same(expected, *shown, one.record_field))
        return report.add_verified(one.requirements);
    report.add_contradiction(
        one,
        title(one, observation.record) + " as it was sent: " + to_short_text(expected),
        to_short_text(*shown));
}

/// Returns the part of the shown value that was sent: the server adds the rest.
Json sent_part(const Json& shown, const Json& sent) {
    if (!shown.is_object() || !sent.is_object()) return shown;
    Json part = Json::object();
    for (const auto& [name, value] : sent.items()) {
        const Json* found = value.is_null() ? nullptr : member(shown, name);
        if (found) part[name] = sent_part(*found, value);
    }
    return part;
}

/// Records what a write replaces as a whole: no part of it may be shown again.
void record_replacement(const RecordObservation& observation,
                        const ValueRule& one,
                        ReplacedValue& replacement) {
    const Json* sent = sent_at(observation.context, one.pointer);
    if (!sent) return;
    const SharedJson& response = observation.record.last_write.response;
    const Json* shown = response ? find(*response, one.pointer) : nullptr;
    replacement.previous = shown && replacement.sent
                               ? std::make_shared<const Json>(sent_part(*shown, *replacement.sent))
                               : nullptr;
    replacement.sent = std::make_shared<const Json>(*sent);
}

/// A member that the last patch omitted and that its response shows as before.
struct KeptMember {
    std::string pointer;
    const Json* value = nullptr;
};

/// Returns the first of them below a value that was replaced; nothing if there is none. A member
/// that has its default was omitted.
std::optional<KeptMember> kept_member(const RecordObservation& observation,
                                      const RecordField& field,
                                      const std::string& pointer,
                                      const Json& before,
                                      const Json& sent,
                                      const Json& shown) {
    if (!before.is_object() || !sent.is_object() || !shown.is_object()) return std::nullopt;
    for (const auto& [name, former] : before.items()) {
        const RecordField* known = field.find(name);
        const RecordField& form = known ? *known : RecordField{};
        const std::string at = pointer + '/' + escape_pointer_token(name);
        const Json* now = member(shown, name);
        const Json* given = member(sent, name);
        if (!now || now->is_null()) continue;
        if (given && !given->is_null()) {
            if (auto inner = kept_member(observation, form, at, former, *given, *now)) return inner;
        } else if (shows_part_of(former, *now, form) && !has_default(observation, at, *now)) {
            return KeptMember{at, now};
        }
    }
    return std::nullopt;
}

/// The response of the patch itself must not show what the patch has replaced.
void check_replacement(const RecordObservation& observation,
                       const ValueRule& one,
                       const ReplacedValue& replacement,
                       MonitorReport& report) {
    const Json* shown = find(observation.value, one.pointer);
    if (!shown || !replacement.previous || !replacement.sent) return;
    const auto kept = kept_member(observation,
                                  one.record_field,
                                  one.pointer.to_text(),
                                  *replacement.previous,
                                  *replacement.sent,
                                  *shown);
    if (!kept) return report.add_verified(one.requirements);
    report.add_contradiction(one,
                             kept->pointer + " of " + title(observation.record) +
                                 " to be gone: the patch replaces " + one.pointer.to_text() +
                                 " and omits it",
                             to_short_text(*kept->value) + ", as before the patch",
                             observation.record.last_write.exchange.get());
}

std::string shown_text(const Json* value) {
    return value ? to_short_text(*value) : "nothing";
}

}  // namespace

const Json* sent_at(const ExchangeContext& context, const JsonPointer& pointer) {
    const Json* value = context.call.body ? find(*context.call.body, pointer) : nullptr;
    return value && !value->is_null() ? value : nullptr;
}

bool is_settled(const RecordObservation& observation) {
    const TrackedRecord& record = observation.record;
    return record.pending_writes == 0 && record.last_write.response && !record.deleted.exchange &&
           observation.context.must_show(record.last_write.exchange);
}

void check_sent_values(const RecordObservation& observation, MonitorReport& report) {
    if (!observation.is_created && !observation.is_patched) return;
    const ResourceRules& type = *observation.record.rules;
    if (observation.is_created) {
        for (const ValueRule& one : type.sent) compare_with_sent(observation, one, report);
    }
    for (std::size_t i = 0; i < type.replaced.size(); ++i) {
        const ValueRule& one = type.replaced[i];
        const Json* sent = sent_at(observation.context, one.pointer);
        // The server may complete and round objects; all items of a list come from the client.
        if (observation.is_patched && sent && sent->is_array())
            compare_with_sent(observation, one, report);
        record_replacement(observation, one, observation.record.replaced[i]);
        if (observation.is_patched && sent && sent->is_object())
            check_replacement(observation, one, observation.record.replaced[i], report);
    }
}

void check_writes(const RecordObservation& observation, MonitorReport& report) {
    if (observation.is_written() || !is_settled(observation)) return;
    const LastWrite& written = observation.record.last_write;
    const HistoryRule* reading =
        find_operation_rule(observation.context.call.operation, HistoryRuleKind::kMatchesWrite);
    if (!reading) return;
    const auto change = WriteComparison(observation).run();
    const auto add_result = [&](std::string_view code, const auto& rule) {
        if (!change) return report.add_verified(rule.requirements);
        report.add_contradiction(
            {code,
             rule.basis,
             rule.requirements,
             change->pointer + " of " + title(observation.record) +
                 " to match the response of the last write: " + shown_text(change->written),
             shown_text(change->now) + (change->restored_by ? ", which was replaced" : ""),
             written.exchange.get()});
    };
    add_result("history-matches_write", *reading);
    if (written.rule) add_result("history-matches_write", *written.rule);
    if (change && change->restored_by) add_result(change->restored_by->code, *change->restored_by);
}

}  // namespace plumbline::monitors
