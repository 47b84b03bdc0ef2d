// API documents of users: each is loaded or has an error with a position; the schemas of its
// responses compile, or say why not, and accept the values that are made for them.

#include "spec/contract/contract.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/external_document.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

namespace {

void check_schema(const ApiDocument& api, const std::string& pointer) {
    const auto& schema = api.schema(pointer);
    if (!schema) {
        PLUMBLINE_CHECK(!schema.error().message.empty(), "an error has a message");
        return;
    }
    const auto value = ExampleValues(api, MessageDirection::kResponse).value(pointer);
    PLUMBLINE_CHECK(!value || schema->accepts(*value), "an example value is valid");
    (void)schema->evaluate(Json::array({Json::object(), "text", 1.5, nullptr}));
}

void check_input(std::string_view text) {
    auto document = parse_external_document(text, "a.yaml");
    if (!document) return fuzz::check_position(document.error(), "a.yaml", text);
    const auto api = ApiDocument::load("a", *std::move(document));
    if (!api) return fuzz::check_position(api.error(), "a.yaml", text);
    for (const Operation& operation : (*api)->operations()) {
        PLUMBLINE_CHECK((*api)->find_operation(operation.id) != nullptr, "an operation has an id");
        for (const DeclaredResponse& response : operation.responses) {
            for (const MediaType& content : response.content) {
                if (!content.schema_pointer.empty()) check_schema(**api, content.schema_pointer);
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
