// Deletions that stay deleted.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// Says what the answer shows of a deleted record; "": what it may show.
std::string not_deleted(const Sighting& sighting, const HistoryRule& rule) {
    if (sighting.look.must_show(sighting.record.gone)) return "it is back";
    const auto pattern = Regex::compile(rule.pattern);
    const Json* value = find(sighting.value, std::string_view(rule.field));
    if (!value && sighting.is_item) return "";
    const bool fits = pattern && value && value->is_string() &&
                      pattern->search(value->get_ref<const std::string&>());
    return fits ? "" : rule.field + " is " + (value ? to_short_text(*value) : "not there");
}

}  // namespace

void watch_deletion(const Sighting& sighting, Report& report) {
    const Record& record = sighting.record;
    const Fact<const HistoryRule*>& deleted = record.deleted;
    if (!deleted.value || !sighting.look.must_show(deleted.seen)) return;
    const HistoryRule& rule = *deleted.value;
    const std::string wrong = not_deleted(sighting, rule);
    if (wrong.empty()) {
        report.held(rule.requirements);
        return;
    }
    const bool was_gone = sighting.look.must_show(record.gone);
    report.broke({"history-gone",
                  rule.basis,
                  rule.requirements,
                  title(record) + (was_gone ? " to stay away: it was deleted and not found"
                                            : " to be gone, or its " + rule.field + " to fit " +
                                                  rule.pattern + ": it was deleted"),
                  wrong,
                  was_gone ? record.gone.get() : deleted.seen.get()});
}

}  // namespace plumbline::monitors
