#pragma once
// The rules that every stream is judged by, as a table.

#include <array>
#include <string_view>

namespace plumbline::streaming {

enum class Rule {
    kHeadSyntax,
    kVersion,
    kContentType,
    kLength,
    kTransfer,
    kContentCoding,
    kCaching,
    kChunkSize,
    kSizeLineEnd,
    kChunkEnd,
    kTerminator,
    kTrailer,
    kAfterEnd,
    kTruncated,
    kLastEvent,
    kUtf8,
    kBom,
    kFields,
    kSeparation,
    kTooLarge,
    kJson,
    kJsonCut,
    kEventAndData,
    kFirstChunk,
    kPair,
    kPairMetadata,
    kPairChunk,
    kEventName,
    kModePair,
    kItem,
    kRequested,
    kRun,
    kIds,
    kUpdates,
    kTokens,
    kErrorLast,
    kArrival,
};

/// A rule, and by which words of x-stream `rules` the contract names what it stands on. Rules
/// without a word stand on the item (`first`, `modes`) that the event belongs to.
struct RuleRow {
    Rule rule;
    std::string_view code;  ///< of its findings
    std::string_view text;  ///< what has to be
    std::array<std::string_view, 2> words{};
};

/// Returns the row of a rule.
[[nodiscard]] const RuleRow& row_of(Rule rule);

}  // namespace plumbline::streaming
