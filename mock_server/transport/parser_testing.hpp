#pragma once
// Feeds the request parser the same input in many cuts, for tests.

#include "mock_server/transport/request_parser.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What became of a piece of input.
struct Outcome {
    std::vector<ParsedRequest> requests;
    int refused = 0;       ///< the status, or 0
    std::size_t left = 0;  ///< bytes that nobody took

    bool operator==(const Outcome&) const = default;
};

inline void PrintTo(const Outcome& outcome, std::ostream* out) {
    *out << outcome.requests.size() << " requests, refused " << outcome.refused << ", "
         << outcome.left << " bytes left";
    for (const auto& parsed : outcome.requests) {
        *out << "\n"
             << parsed.request.method << " " << parsed.request.target << " " << parsed.request.body;
    }
}

/// Feeds the pieces as a connection does: what is not consumed stays in front of the next.
inline Outcome parse(const std::vector<std::string>& pieces, const ServerOptions& options) {
    RequestParser parser(options);
    Outcome outcome;
    std::string buffer;
    for (const std::string& piece : pieces) {
        buffer += piece;
        while (!buffer.empty()) {
            const auto fed = parser.feed(buffer);
            buffer.erase(0, fed.consumed);
            if (fed.step == RequestParser::Step::kComplete)
                outcome.requests.push_back(*parser.take());
            if (fed.step == RequestParser::Step::kRefused) {
                outcome.refused = parser.refusal().status;
                return outcome;
            }
            if (fed.step == RequestParser::Step::kNeedMore) break;
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

/// The same input whole, byte by byte, as the server reads it, and cut at random.
inline std::vector<Outcome> outcomes(std::string_view text, const ServerOptions& options = {}) {
    std::vector<Outcome> all{parse({std::string(text)}, options),
                             parse(pieces_of(text, 1), options),
                             parse(pieces_of(text, 4096), options)};
    for (unsigned seed = 0; seed < 10; ++seed) {
        all.push_back(parse(random_pieces(text, seed), options));
    }
    return all;
}

/// Matches the outcome of input that is refused before any request is complete.
inline auto refused_with(int status) {
    return ::testing::AllOf(::testing::Field("refused", &Outcome::refused, status),
                            ::testing::Field("requests", &Outcome::requests, ::testing::IsEmpty()));
}

}  // namespace plumbline::mock
