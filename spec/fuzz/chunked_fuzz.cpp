// The chunked coding: payload and violations are the same however the bytes are split, and a
// correctly written body is read without violations.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/sse/chunked_reader.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

using namespace plumbline;

namespace {

struct ChunkedOutcome {
    std::string payload;
    std::vector<std::pair<sse::FramingViolation::FramingRule, std::uint64_t>> violations;
    bool has_ended = false;

    bool operator==(const ChunkedOutcome&) const = default;
};

ChunkedOutcome read(std::string_view bytes, std::size_t piece) {
    sse::ChunkedReader reader;
    ChunkedOutcome outcome;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::string part(bytes.substr(at, piece));
        reader.feed(part);
        while (const auto one = reader.next()) {
            PLUMBLINE_CHECK(!one->bytes.empty(), "a slice is not empty");
            outcome.payload += one->bytes;
        }
    }
    reader.finish();
    for (const sse::FramingViolation& violation : reader.violations()) {
        PLUMBLINE_CHECK(violation.offset <= bytes.size(), "a violation points into the body");
        outcome.violations.emplace_back(violation.rule, violation.offset);
    }
    outcome.has_ended = reader.has_ended();
    PLUMBLINE_CHECK(outcome.has_ended || !outcome.violations.empty(),
                    "a body that does not end is reported");
    return outcome;
}

void check_input(std::string_view input) {
    if (input.empty()) return;
    const auto [piece, text] = fuzz::split_of(input);
    PLUMBLINE_CHECK(read(text, input.size()) == read(text, piece), "the split makes no difference");
    std::string body;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        const std::string_view part = text.substr(at, piece);
        body += fmt::format("{:x}\r\n{}\r\n", part.size(), part);
    }
    const ChunkedOutcome whole = read(body + "0\r\n\r\n", 5);
    PLUMBLINE_CHECK(whole.payload == text && whole.violations.empty() && whole.has_ended,
                    "a correct body is read without violations");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
