#pragma once
// The requests that an API document says its API sends.

#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline::mock {

/// A callback of an operation, or a webhook. Source: OpenAPI 3.1, "Callback Object", and
/// `webhooks` of the "OpenAPI Object".
struct OutgoingSpec {
    std::string name;
    std::string url_expression;        ///< a callback's key, a runtime expression; "" for a webhook
    Operation request;                 ///< what is sent: method, headers, body; its path is "/"
    const ApiDocument* api = nullptr;  ///< borrowed
};

/// Returns the callbacks of an operation of `api`. What cannot be read is left out.
[[nodiscard]] std::vector<OutgoingSpec> callbacks_of(const ApiDocument& api,
                                                     const Operation& operation);

/// Returns the webhooks of a document. What cannot be read is left out.
[[nodiscard]] std::vector<OutgoingSpec> webhooks_of(const ApiDocument& api);

}  // namespace plumbline::mock
