// What clients leave out, and whether it has its default.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::monitors {
namespace {

std::optional<double> number_at(const Json& value, const JsonPointer& pointer) {
    const Json* found = find(value, pointer);
    return found && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

void judge_default(const Sighting& sighting,
                   const Statement& one,
                   const LeftOut& left_out,
                   Report& report) {
    const auto shown = number_at(sighting.value, one.pointer);
    const auto wanted = left_out.is_so && shown ? default_of(sighting, one) : std::nullopt;
    if (!wanted) return;
    if (is_nearly(*shown, *wanted)) {
        report.held(one.requirements);
        return;
    }
    // What stands there as before was kept: that is no default, right or wrong.
    if (left_out.before && is_nearly(*shown, *left_out.before)) return;
    report.broke(one,
                 title(one, sighting.record) + ", left out, to default to " +
                     to_short_text(Json(one.factor)) + " times " + one.field.to_text() + ": " +
                     to_short_text(Json(*wanted)),
                 to_short_text(Json(*shown)),
                 sighting.record.written.seen.get());
}

/// Returns what stood there before a write, if it may have been kept: it was sent, or kept before,
/// or the default that was right then. A wrong default that stays the same is none of these.
std::optional<double> kept_value(const Sighting& sighting,
                                 const Statement& one,
                                 const LeftOut& left_out) {
    const SharedJson& answer = sighting.record.written.answer;
    const auto before = answer ? number_at(*answer, one.pointer) : std::nullopt;
    if (!before) return std::nullopt;
    const auto base = number_at(*answer, one.field);
    const bool was_kept = left_out.before && is_nearly(*before, *left_out.before);
    const bool was_right = base && is_nearly(*before, *base * one.factor);
    return left_out.was_sent || was_kept || was_right ? before : std::nullopt;
}

/// Learns from a write what is left to the server: the object with the field is sent, the field is
/// not.
void learn_left_out(const Sighting& sighting, const Statement& one, LeftOut& left_out) {
    std::vector<Name> owner = one.pointer.tokens();
    owner.pop_back();
    if (!sent_at(sighting.look, JsonPointer(std::move(owner)))) return;
    const bool is_sent = sent_at(sighting.look, one.pointer) != nullptr;
    left_out = {!is_sent && default_of(sighting, one).has_value(),
                is_sent,
                kept_value(sighting, one, left_out)};
}

}  // namespace

bool is_nearly(double a, double b) {
    constexpr double kExact = 1e-9;
    return std::abs(a - b) <= kExact * std::max(1.0, std::abs(b));
}

std::optional<double> default_of(const Sighting& sighting, const Statement& one) {
    const auto base = number_at(sighting.value, one.field);
    const Json* sent = sent_at(sighting.look, one.field);
    if (!base || (sent && *sent != *base)) return std::nullopt;
    const double wanted = *base * one.factor;
    const double scale = one.decimals ? std::pow(10.0, *one.decimals) : 1.0;
    const bool is_rounded = !one.decimals || is_nearly(std::round(wanted * scale), wanted * scale);
    return is_rounded ? std::optional(wanted) : std::nullopt;
}

void watch_defaults(const Sighting& sighting, Report& report) {
    const bool writes = sighting.is_created || sighting.is_patched;
    if (!writes && !is_settled(sighting)) return;
    with_each(sighting.record.type->defaults,
              sighting.record.left_out,
              [&](const Statement& one, LeftOut& left_out) {
                  if (writes) learn_left_out(sighting, one, left_out);
                  judge_default(sighting, one, left_out, report);
              });
}

}  // namespace plumbline::monitors
