// YAML text: what is accepted is a JSON value, known by its place; all JSON is YAML.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    const auto document = parse_yaml(text, "a.yaml");
    if (!document) {
        fuzz::check_place(document.error(), "a.yaml", text);
        return 0;
    }
    PLUMBLINE_CHECK(document->where("").line > 0, "a document knows where its value stands");
    const std::string json = to_text(*document->root);
    const auto as_json = parse_json(json);
    PLUMBLINE_CHECK(as_json && *as_json == *document->root, "what YAML gives is JSON");
    const auto as_yaml = parse_yaml(json, "b.yaml");
    // But for a few characters that JSON has and YAML has not, or takes for the end of a line.
    PLUMBLINE_CHECK(as_yaml ? *as_yaml->root == *document->root
                            : as_yaml.error().message.find("character") != std::string::npos,
                    "JSON is YAML");
    return 0;
}
