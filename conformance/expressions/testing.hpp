#pragma once
// A scope that has a value for every root, for tests.

#include "conformance/expressions/scope.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <memory>
#include <string>

namespace plumbline::expressions {

/// Owns the values that its scope points to.
struct SampleExchange {
    std::string url = "http://127.0.0.1:8080/v2/deployments/d-1?limit=5";
    http::Request request{"patch", "/v2/deployments/d-1?limit=5", {{"X-Api-Key", "k"}}, "{}"};
    Json parameters =
        json_of(R"({"path": {"deployment_id": "d-1"}, "query": {"limit": 5, "a.b": "x"}})");
    Json request_body = json_of(R"({"name": "demo", "tags": ["a", "b"]})");
    http::Response response{
        200, {{"Content-Type", "application/json"}, {"Link", "<1>"}, {"link", "<2>"}}, ""};
    Json response_body = json_of(R"({
        "id": "d-1", "count": 3, "ratio": 0.5, "ready": true, "gone": null, "status": "READY",
        "digits": "42", "items": [{"id": "i-0"}, {"id": "i-1"}], "a.b": 1, "x/y": 2, "empty": ""})");
    Json message_header = json_of(R"({"event": "messages", "id": "7"})");
    Json message_payload = json_of(R"([{"content": "hi"}, {"graph_node": "agent"}])");
    Json inputs = json_of(R"({
        "name": "demo", "limit": 10, "a": {"b": "nested", "c": "deep"}, "a.b": "dotted",
        "pattern": "^d-[0-9]$", "broken": "(", "word": "dem"})");
    Json outputs = json_of(R"({"total": 2, "page.next": {"cursor": "c"}})");
    Json steps =
        json_of(R"({"create": {"outputs": {"id": "d-1", "raw": {"rev": ["r-1"]}, "re.v": 9}}})");
    Json workflows = json_of(R"({"login": {"inputs": {"user": "u"}, "outputs": {"token": "t"}}})");
    Json sources = json_of(R"({"us": {"url": "http://us.test", "type": "openapi"}})");
    Json components = json_of(R"({"parameters": {"key": {"in": "header", "name": "X-Api-Key"}}})");
    std::string self = "https://suites.test/a.arazzo.yaml";

    [[nodiscard]] Scope scope() const {
        Scope scope;
        scope.url = &url;
        scope.request = &request;
        scope.request_parameters = &parameters;
        scope.request_body = &request_body;
        scope.response = &response;
        scope.response_body = &response_body;
        scope.message_header = &message_header;
        scope.message_payload = &message_payload;
        scope.inputs = &inputs;
        scope.outputs = &outputs;
        scope.steps = &steps;
        scope.workflows = &workflows;
        scope.source_descriptions = &sources;
        scope.components = &components;
        scope.self = &self;
        return scope;
    }
};

/// Returns the column, from 0, of the caret in the notes of an Error, or -1 if there is none.
inline int caret_column(const Error& error) {
    for (const std::string& note : error.notes) {
        const auto caret = note.find('^');
        if (caret != std::string::npos && note.find_first_not_of(' ') == caret) {
            return static_cast<int>(caret);
        }
    }
    return -1;
}

}  // namespace plumbline::expressions
