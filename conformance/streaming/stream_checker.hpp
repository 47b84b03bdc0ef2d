#pragma once
// Checks a stream while it is received: head and bytes in, events and findings out. No I/O.

#include "conformance/client/stream_sink.hpp"
#include "conformance/streaming/declared_item_checker.hpp"
#include "conformance/streaming/event_reader.hpp"
#include "conformance/streaming/finding_collector.hpp"
#include "conformance/streaming/item_checker.hpp"
#include "conformance/streaming/response_head.hpp"
#include "conformance/streaming/sequence_checker.hpp"
#include "reports/reports.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// The request, and the contract's declaration of its response. Pointers are borrowed.
struct StreamCheckInput {
    const Operation& operation;
    const ApiDocument& api;
    const Json* request = nullptr;  ///< the JSON body of the request, null if there is none
    std::string run_id{};           ///< run id from the path, empty if there is none
    SourceRef where{};              ///< source location of the step
    /// Keys of the graph's state that an update replaces.
    std::vector<std::string> replaced_keys{};
    RequestedPauses pauses{};
    /// Runs take real time: then the times of arrival show when a run produces its output.
    bool is_in_real_time = true;
    /// The stream must end properly; otherwise it may end in any way.
    bool must_end = true;
    /// See EventReader::EventRename; empty if the target uses the contract's names.
    EventReader::EventRename rename{};
    WireTrace::SecretMask mask{};                ///< empty if nothing is secret
    EventReader::EventObserver observe_event{};  ///< see EventReader; may be empty
    bool records_arrivals = false;
};

/// What reports show of a stream.
struct StreamSummary {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;                ///< bytes of the body as received
    std::optional<Duration> first_event{};  ///< time of the first event after the request
    std::optional<client::StreamEnd> end{};
};

/// Checks one response. If it is not an event stream, only the framing of its body is checked. Not
/// thread-safe: each stream has its own.
class StreamChecker {
  public:
    explicit StreamChecker(StreamCheckInput input);
    StreamChecker(const StreamChecker&) = delete;
    StreamChecker& operator=(const StreamChecker&) = delete;

    /// To be called first, when the request is sent.
    void begin(Instant started);
    void take_head_line(std::string_view line);
    /// Reads the next bytes and calls `on_event` with each event after checking it, until that
    /// returns false: then the rest is ignored.
    void feed(std::string_view bytes, Instant at, const EventSink& on_event);
    /// Ends the response. No input may follow. Calls `on_event` with an item that the end
    /// completes.
    void finish(
        client::StreamEnd end,
        const EventSink& on_event = [](const ReceivedEvent&) { return true; });

    [[nodiscard]] const ResponseHead& head() const { return head_; }
    [[nodiscard]] StreamSummary summary() const;
    /// Returns the body without its transfer coding; the middle of a very long body is omitted.
    [[nodiscard]] std::string body() const { return reader_.body(); }
    /// Returns a description of a position, for messages.
    [[nodiscard]] std::string describe(const StreamPosition& position) const {
        return trace_.describe(position);
    }
    /// Returns the findings, the verified requirements, and the observed variants where several are
    /// allowed: event names, encoding of the pair. To be called once, at the end.
    [[nodiscard]] checks::CheckResult take_result();
    /// Returns the recorded arrivals of events. To be called once, at the end.
    [[nodiscard]] std::vector<reports::StreamArrival> take_arrivals();
    /// Returns the bytes around the findings. To be called once, at the end.
    [[nodiscard]] std::vector<reports::StreamExcerpt> take_excerpts() {
        return findings_.take_excerpts();
    }

  private:
    void begin_body();
    [[nodiscard]] const ItemContract& item_contract() const;
    void record_arrival(const ReceivedEvent& received, std::string_view mode);
    bool take_event(const ReceivedEvent& received, const EventSink& on_event);
    void note_operation(const ModeEvent& mode_event);
    void check_end(client::StreamEnd end);
    void check_has_first(client::StreamEnd end);
    void check_length();
    void add_variants(std::vector<reports::Finding>& observed) const;
    void add_unjudged_parts(std::vector<reports::Finding>& observed) const;
    [[nodiscard]] reports::Finding variant_finding(std::string_view rule_name,
                                                   std::string expected,
                                                   std::string got) const;

    StreamCheckInput input_;
    const StreamContract* stream_;  ///< null if the contract does not declare the stream's content
    WireTrace trace_;
    FindingCollector findings_;
    ResponseHead head_;
    EventReader reader_{trace_, findings_};
    std::optional<ItemChecker> items_;
    std::optional<DeclaredItemChecker> declared_items_;  ///< if the contract has no stream
    SequenceChecker sequence_;
    Instant started_{};
    bool has_begun_ = false;
    bool shows_operation_ = false;
    std::optional<Instant> first_event_;
    std::optional<client::StreamEnd> end_;
    reports::ArrivalLog arrivals_;
};

}  // namespace plumbline::streaming
