// Values that an answer shows in two places.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

void watch_equals(const Sighting& sighting, Report& report) {
    for (const Statement& one : sighting.record.type->equal) {
        const Json* value = find(sighting.value, one.pointer);
        const Json* other = find(sighting.value, one.field);
        // Whether either may be left out is for the schema to say.
        if (!value || !other || value->is_null() || other->is_null()) continue;
        if (shows_still(*other, *value, one.form)) {
            report.held(one.requirements);
            continue;
        }
        report.broke(one,
                     title(one, sighting.record) + " to be what " + one.field.to_text() +
                         " is: " + to_short_text(*other),
                     to_short_text(*value));
    }
}

}  // namespace plumbline::monitors
