#pragma once
// Judges a stream while it comes: head and bytes in, events and findings out. No I/O.

#include "conformance/client/stream.hpp"
#include "conformance/streaming/breaches.hpp"
#include "conformance/streaming/event_reader.hpp"
#include "conformance/streaming/head.hpp"
#include "conformance/streaming/items.hpp"
#include "conformance/streaming/sequence.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// What is asked for, and what the contract says of its answer. Pointers are borrowed.
struct Subject {
    const Operation& operation;
    const ApiDocument& api;
    const Json* request = nullptr;  ///< the JSON body that is sent, null for none
    std::string run_id{};           ///< that the path names, "" if none
    SourceRef where{};              ///< of the step
    /// Keys of the graph's state that an update replaces.
    std::vector<std::string> replaced{};
    /// The stream must end cleanly; otherwise it may end anyhow.
    bool has_to_end = true;
    /// See EventReader::Rename; empty: the target has our names.
    EventReader::Rename rename{};
    Trace::Mask mask{};  ///< empty: nothing is secret
};

/// What a report tells of a stream.
struct Summary {
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;                ///< of the body as it was on the wire
    std::optional<Duration> first_event{};  ///< after the request
    std::optional<client::StreamEnd> end{};
};

/// Judges one answer. If it is no stream of events, nothing is judged but whether its body can be
/// read. Thread: none of its own.
class Judge {
  public:
    explicit Judge(Subject subject);
    Judge(const Judge&) = delete;
    Judge& operator=(const Judge&) = delete;

    /// Says when the request is sent. To be called first.
    void begin(Instant started);
    void take_head_line(std::string_view line);
    /// Takes the next bytes; calls `on_event` with each event once it is judged, until that returns
    /// false: then the rest is not looked at.
    void take(std::string_view bytes, Instant at, const std::function<bool(const Seen&)>& on_event);
    /// Says how the answer has ended. Nothing may be taken after that.
    void finish(client::StreamEnd end);

    [[nodiscard]] const Head& head() const { return head_; }
    [[nodiscard]] Summary summary() const;
    /// Returns the body without its transfer coding, its middle left out if it is very long.
    [[nodiscard]] std::string body() const { return reader_.body(); }
    /// Returns where and when an event came, for messages.
    [[nodiscard]] std::string describe(const Spot& spot) const { return trace_.describe(spot); }
    /// Returns what is broken, what held, and which ways the target goes where several are sound:
    /// names of events, reading of the pair. Once, at the end.
    [[nodiscard]] checks::Judged take_judged();

  private:
    void begin_body();
    bool take_event(const Seen& seen, const std::function<bool(const Seen&)>& on_event);
    void take_content_location();
    void judge_end(client::StreamEnd end);
    void judge_length();
    void add_ways(std::vector<reports::Finding>& observed) const;
    [[nodiscard]] reports::Finding way_met(std::string_view word,
                                           std::string expected,
                                           std::string got) const;

    Subject subject_;
    const StreamContract* stream_;  ///< null: the document does not say what is in it
    Trace trace_;
    Breaches breaches_;
    Head head_;
    EventReader reader_{trace_, breaches_};
    std::optional<Items> items_;
    Sequence sequence_;
    Instant started_{};
    bool has_begun_ = false;
    std::optional<Instant> first_event_;
    std::optional<client::StreamEnd> end_;
};

}  // namespace plumbline::streaming
