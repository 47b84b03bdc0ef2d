#pragma once
// The values that an expression can read. Borrowed pointers, valid for the call; null means "not
// available".

#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <memory>
#include <string>

namespace plumbline::expressions {

struct Scope {
    // Values of the current exchange.
    const std::string* url = nullptr;        ///< $url
    const http::Request* request = nullptr;  ///< $method, $request.header
    const Json* request_parameters =
        nullptr;                         ///< {"path":{},"query":{}}: $request.path, $request.query
    const Json* request_body = nullptr;  ///< $request.body (a string if it is not JSON)
    const http::Response* response = nullptr;  ///< $statusCode, $response.header
    const Json* response_body = nullptr;       ///< $response.body (a string if it is not JSON)
    /// Pointer of the items in a list response, "" if it is none. The response may also be the list
    /// itself: $response.body#/0 and #/resources/0 then read the same item.
    std::string list_items{};
    // Values of the current event of a stream.
    const Json* message_header = nullptr;   ///< {"event":..,"id":..}: $message.header
    const Json* message_payload = nullptr;  ///< $message.payload
    // Values of the workflow.
    const Json* inputs = nullptr;               ///< object: $inputs
    const Json* outputs = nullptr;              ///< object: $outputs
    const Json* steps = nullptr;                ///< {stepId: {"outputs": {...}}}: $steps
    const Json* workflows = nullptr;            ///< {id: {"inputs": {}, "outputs": {}}}: $workflows
    const Json* source_descriptions = nullptr;  ///< {name: {"url": ...}}: $sourceDescriptions
    const Json* components = nullptr;           ///< $components
    const std::string* self = nullptr;          ///< $self
    /// What all queries with these values may take together, shared by copies; null: each has
    /// limits of its own.
    std::shared_ptr<JsonPathAllowance> allowance{};
};

}  // namespace plumbline::expressions
