// YAML text: an accepted text is a JSON value with a position; all JSON is YAML.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const auto document = parse_yaml(text, "a.yaml");
    if (!document) {
        fuzz::check_position(document.error(), "a.yaml", text);
        return;
    }
    PLUMBLINE_CHECK(document->where("").line > 0, "a document has the position of its value");
    const std::string json = to_text(*document->root);
    const auto as_json = parse_json(json);
    PLUMBLINE_CHECK(as_json && *as_json == *document->root, "a value read from YAML is JSON");
    const auto as_yaml = parse_yaml(json, "b.yaml");
    // Except for a few characters that JSON allows and YAML does not, or reads as a line end.
    PLUMBLINE_CHECK(as_yaml ? *as_yaml->root == *document->root
                            : as_yaml.error().message.find("character") != std::string::npos,
                    "JSON is YAML");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
