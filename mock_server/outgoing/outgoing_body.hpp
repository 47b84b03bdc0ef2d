#pragma once
// The body of a callback or a webhook.

#include "mock_server/outgoing/outgoing_spec.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::mock {

/// The record that a request is about. Borrows it.
struct SubjectRecord {
    const Json* body = nullptr;  ///< null if there is none
    std::string schema{};        ///< pointer of its schema, "" if it has none
};

/// A body and its media type, which is "" if there is none.
struct OutgoingBody {
    std::string media_type{};
    std::string text{};
};

/// Returns the body that the document describes, JSON where it can be. The record is the body, or a
/// member of it, where the schema is that of the record. Otherwise the body is an example of the
/// document, else it is made from the schema, with those members of the record that it declares,
/// and with the name of the request where an enum has it. Errors: kUnsupported if no valid value is
/// found; those of references.
[[nodiscard]] Result<OutgoingBody> outgoing_body(const OutgoingSpec& spec,
                                                 const SubjectRecord& record);

}  // namespace plumbline::mock
