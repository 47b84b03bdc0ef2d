#pragma once
// Checks each item of a sequence (an event, a line of JSON, a part of a multipart body) as it
// arrives, by the itemSchema or x-stream of its document.

#include "conformance/streaming/event_reader.hpp"
#include "conformance/streaming/finding_collector.hpp"
#include "conformance/streaming/text_schemas.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::streaming {

/// Memory does not grow with the sequence. Not thread-safe: each sequence has its own.
class DeclaredItemChecker {
  public:
    /// All arguments are borrowed. `is_event_stream`: the items are events, not JSON texts.
    DeclaredItemChecker(const ItemContract& contract,
                        const ApiDocument& api,
                        bool is_event_stream,
                        FindingCollector& findings);

    void check(const ReceivedEvent& received);
    /// Checks what only the end shows. Not called for a sequence that was cut.
    void finish(const StreamPosition& end);

    /// Returns how many items could not be judged: an item with a schema is no JSON, or a keyword
    /// of its schema cannot be judged.
    [[nodiscard]] std::uint64_t unjudged_parts() const { return unjudged_parts_; }
    /// Returns why the first of them could not be judged.
    [[nodiscard]] const std::string& unjudged_reason() const { return unjudged_reason_; }

  private:
    void check_part_type(const ReceivedEvent& received);
    /// Returns whether a part cannot be read as JSON.
    [[nodiscard]] bool is_unread(const ReceivedEvent& received);
    [[nodiscard]] bool is_end_marker(std::string_view data) const;
    void check_order(const ReceivedEvent& received, bool is_marker);
    /// Returns an event as OpenAPI 3.2 models it: data, and event, id and retry if it sets them.
    [[nodiscard]] const Json& event_object(const ReceivedEvent& received);
    void check_item(const ReceivedEvent& received);
    void check_data(const ReceivedEvent& received);
    [[nodiscard]] std::optional<std::string> schema_of(const ReceivedEvent& received);
    /// Judges a value that was read from `text`.
    [[nodiscard]] std::vector<Violation> judge(const Schema& schema,
                                               const Json& value,
                                               std::string_view text);
    void note_violations(const std::vector<Violation>& violations,
                         const std::string& prefix,
                         const Json& value,
                         const ReceivedEvent& received);

    const ItemContract& contract_;
    const ApiDocument& api_;
    bool is_event_stream_;
    FindingCollector& findings_;
    std::optional<TextSchemas> text_schemas_;
    std::shared_ptr<Json> event_;  ///< what event_object returned last
    bool has_end_marker_ = false;
    std::uint64_t unjudged_parts_ = 0;
    std::string unjudged_reason_;
};

}  // namespace plumbline::streaming
