#pragma once
// The operations of a user's document with what monitors need, as far as paths and schemas tell.

#include "spec/contract/contract.hpp"

#include <map>
#include <string>

namespace plumbline::monitors {

/// What an operation does with the records that monitors know.
enum class RecordEffect {
    kAsItsKind,      ///< what Operation::kind names
    kUnknownRecord,  ///< it may change the record in its path in any way
    kUnknown,        ///< it may change any record
};

/// An operation as monitors see it.
struct InferredOperation {
    Operation operation;         ///< id, method, path, kind, resource, history, fields
    std::string record_at{};     ///< pointer of the record in the body of a response
    std::string id_parameter{};  ///< path parameter with the record's id, "" if there is none
    RecordEffect effect = RecordEffect::kAsItsKind;
};

/// Returns the operations of a foreign document that show or may change records, by their ids.
/// Monitored are resources with an id whose collection has a path without parameters. All history
/// rules are assumed: the values of a record's id and of its time of creation are constant; ids are
/// unique; a record that is read has the id in the path; a deleted one is not found; reads show the
/// last write, as far as requests have its members; a patch keeps what it omits; a list is
/// complete.
[[nodiscard]] std::map<std::string, InferredOperation, std::less<>> inferred_operations(
    const ApiDocument& api);

}  // namespace plumbline::monitors
