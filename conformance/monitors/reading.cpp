// Lists that show of a record what a read of it does, and the other way round.

#include "conformance/monitors/sighting.hpp"

namespace plumbline::monitors {
namespace {

/// Says whether anything is stated by which two answers about a record can be compared.
bool has_lasting_values(const Type& type) {
    return !type.constants.empty() || !type.finals.empty() || !type.growing.empty();
}

}  // namespace

// What two answers contradict the monitors of those values tell, naming this statement as well
// (Report::broke); so here is only left to say that there were two, and what broke does not count.
void watch_reading(const Sighting& sighting, Report& report) {
    const Look& look = sighting.look;
    Record& record = sighting.record;
    const HistoryRule* here = look.moment->as_read;
    const bool is_compared = has_lasting_values(*record.type);
    if (here && sighting.is_item) {
        if (is_compared && look.follows(record.read)) report.held(here->requirements);
        record.listed = {here, look.moment};
    } else if (look.moment->is_read) {
        if (is_compared && look.follows(record.listed.seen))
            report.held(record.listed.value->requirements);
        record.read = look.moment;
    }
}

}  // namespace plumbline::monitors
