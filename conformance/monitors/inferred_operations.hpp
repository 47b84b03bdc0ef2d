#pragma once
// The operations of a user's document with what monitors need, as far as paths and schemas tell.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>

namespace plumbline::monitors {

/// What an operation does with the records that monitors know.
enum class RecordEffect {
    kNone,           ///< nothing, and it shows nothing that is compared
    kAsItsKind,      ///< what Operation::kind names
    kUnknownRecord,  ///< it may change the record in its path in any way
    kUnknown,        ///< it may change any record
};

/// An operation as monitors see it.
struct InferredOperation {
    Operation operation;         ///< id, method, path, kind, resource, history, fields
    std::string record_at{};     ///< pointer of the record in the body of a response
    std::string id_parameter{};  ///< path parameter with the record's id, "" if there is none
    int status = 200;            ///< of a success, whose body is the record
    RecordEffect effect = RecordEffect::kAsItsKind;
};

/// Returns the operations of a foreign document that create, read or may change records, by their
/// ids. Monitored are resources with an id whose collection has a path without parameters. All
/// history rules are assumed: a new id was not used before; the time of creation is constant; a
/// deleted record is not read any more; a read shows what the last write sent and showed; a patch
/// keeps what it omits of that. Lists are not compared: pages, filters and summaries are the
/// choice of the API.
[[nodiscard]] std::map<std::string, InferredOperation, std::less<>> inferred_operations(
    const ApiDocument& api);

/// Returns the members of a record that its client has sent and that the service shows as sent: the
/// server may change all others at any time. `former` is the result for the write before, which a
/// patch changes, null if there is none.
[[nodiscard]] Json sent_values(const Json* former, const Json* request, const Json& shown);

}  // namespace plumbline::monitors
