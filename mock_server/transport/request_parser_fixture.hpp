#pragma once
// For tests: feeds the request parser the same input in many splits.

#include "mock_server/transport/request_parser.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// The result of parsing some input.
struct ParseOutcome {
    std::vector<ParsedRequest> requests;
    int refused = 0;       ///< the status, or 0
    std::size_t left = 0;  ///< bytes that were not consumed

    bool operator==(const ParseOutcome&) const = default;
};

inline void PrintTo(const ParseOutcome& outcome, std::ostream* out) {
    *out << outcome.requests.size() << " requests, refused " << outcome.refused << ", "
         << outcome.left << " bytes left";
    for (const auto& parsed : outcome.requests) {
        *out << "\n"
             << parsed.request.method << " " << parsed.request.target << " " << parsed.request.body;
    }
}

/// Feeds the pieces like a connection: bytes that are not consumed precede the next piece.
inline ParseOutcome parse(const std::vector<std::string>& pieces, const ServerOptions& options) {
    RequestParser parser(options);
    ParseOutcome outcome;
    std::string buffer;
    for (const std::string& piece : pieces) {
        buffer += piece;
        while (!buffer.empty()) {
            const auto fed = parser.feed(buffer);
            buffer.erase(0, fed.consumed);
            if (fed.step == RequestParser::ParseStep::kComplete)
                outcome.requests.push_back(*parser.take_request());
            if (fed.step == RequestParser::ParseStep::kRefused) {
                outcome.refused = parser.refusal().status;
                return outcome;
            }
            if (fed.step == RequestParser::ParseStep::kNeedMore) break;
        }
    }
    outcome.left = buffer.size();
    return outcome;
}

inline std::vector<std::string> pieces_of(std::string_view text, std::size_t size) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size(); at += size)
        pieces.emplace_back(text.substr(at, size));
    return pieces;
}

inline std::vector<std::string> random_pieces(std::string_view text, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::string> pieces;
    while (!text.empty()) {
        const std::size_t size = 1 + random() % std::min<std::size_t>(text.size(), 97);
        pieces.emplace_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return pieces;
}

/// Parses the input whole, byte by byte, in pieces of the server's read size, and split at random.
inline std::vector<ParseOutcome> outcomes(std::string_view text,
                                          const ServerOptions& options = {}) {
    std::vector<ParseOutcome> all{parse({std::string(text)}, options),
                                  parse(pieces_of(text, 1), options),
                                  parse(pieces_of(text, 4096), options)};
    for (unsigned seed = 0; seed < 10; ++seed) {
        all.push_back(parse(random_pieces(text, seed), options));
    }
    return all;
}

/// Matches the outcome of input that is refused before any request is complete.
inline auto refused_with(int status) {
    return ::testing::AllOf(
        ::testing::Field("refused", &ParseOutcome::refused, status),
        ::testing::Field("requests", &ParseOutcome::requests, ::testing::IsEmpty()));
}

}  // namespace plumbline::mock
