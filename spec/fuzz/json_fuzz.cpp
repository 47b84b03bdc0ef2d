// JSON text: parsing the printed text returns the same value, and so does the parser with
// positions.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const auto value = parse_json(text, "a.json");
    const auto document = parse_json_document(text, "a.json");
    PLUMBLINE_CHECK(value.has_value() == document.has_value(),
                    "both parsers accept the same texts");
    if (!value) {
        fuzz::check_position(value.error(), "a.json", text);
        PLUMBLINE_CHECK(value.error() == document.error(), "both parsers report the same error");
        return;
    }
    PLUMBLINE_CHECK(*document->root == *value, "both parsers return the same value");
    const auto again = parse_json(to_text(*value));
    PLUMBLINE_CHECK(again && *again == *value, "a printed value parses to itself");
    const auto positions = parse_positions(positions_text(document->positions));
    PLUMBLINE_CHECK(positions && positions->all() == document->positions.all(),
                    "positions survive their text form");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
