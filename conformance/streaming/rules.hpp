#pragma once
// The rules for every stream, as a table.

#include <array>
#include <cstddef>
#include <string_view>

namespace plumbline::streaming {

enum class StreamRuleId {
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
    kUpdatesEach,
    kUpdates,
    kTokens,
    kTokenNodes,
    kErrorLast,
    kArrival,
};
inline constexpr std::size_t kStreamRuleCount = 38;

/// A rule, and the rules of x-stream `rules` in the contract that it is based on. Rules without one
/// are based on the item (`first`, `modes`) that the event belongs to.
struct StreamRuleRow {
    std::string_view code;      ///< code of its findings
    std::string_view expected;  ///< what is expected
    std::array<std::string_view, 2> contract_rules{};
};

/// Returns the row of a rule.
[[nodiscard]] const StreamRuleRow& row_of(StreamRuleId rule);

}  // namespace plumbline::streaming
