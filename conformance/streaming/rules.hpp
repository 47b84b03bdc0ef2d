#pragma once
// The rules for every stream, as a table.

#include <array>
#include <cstddef>
#include <string_view>

namespace plumbline::streaming {

enum class StreamRuleId {
    kHeadSyntax,
    kVersion,
    kVersionOfCoding,
    kContentType,
    kLength,
    kLengthBesideCoding,
    kTransfer,
    kTransferCoding,
    kContentCoding,
    kBadCoding,
    kUnreadCoding,
    kCaching,
    kChunkSize,
    kSizeLineEnd,
    kChunkEnd,
    kTerminator,
    kNoEnd,
    kTrailer,
    kAfterEnd,
    kTruncated,
    kLastEvent,
    kUtf8,
    kFields,
    kSeparation,
    kTooLarge,
    kPartBoundary,
    kPartDelimiter,
    kPartEnd,
    kPartHeader,
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
    kItemJson,
    kDeclaredItem,
    kEndMarker,
    kKind,
    kPartType,
    kArrival,
};
inline constexpr std::size_t kStreamRuleCount = 53;

/// What a rule follows from.
enum class StreamRuleSource {
    kHttp,  ///< RFC 9110 and RFC 9112
    /// WHATWG HTML, "Server-sent events": the format, and that it is UTF-8; RFC 8259; RFC 2046
    kFormat,
    kService,  ///< what the contract of a stream (x-stream) says: rules for no other stream
    kItems,    ///< what the document says of the items (itemSchema, x-stream)
    kReader,   ///< a limit of this reader: what it cannot read of other streams is only a warning
};

/// A rule, and the rules of x-stream `rules` in the contract that it is based on. Rules without one
/// are based on the item (`first`, `modes`) that the event belongs to.
struct StreamRuleRow {
    StreamRuleSource source;
    std::string_view code;      ///< code of its findings, which rules may share
    std::string_view expected;  ///< what is expected
    std::array<std::string_view, 2> contract_rules{};
};

/// Returns the row of a rule.
[[nodiscard]] const StreamRuleRow& row_of(StreamRuleId rule);

}  // namespace plumbline::streaming
