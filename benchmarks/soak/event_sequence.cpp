#include "benchmarks/soak/event_sequence.hpp"

#include "conformance/streaming/response_head.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/sse/chunked_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline::soak {
namespace {

class SequenceInspector final : public load::Inspector {
  public:
    explicit SequenceInspector(std::uint64_t steps) : steps_(steps) {}

    void begin(Instant) override {}
    void take_head_line(std::string_view line) override { head_.take_line(line); }
    void take_bytes(std::string_view bytes, Instant) override {
        if (!sequence_) sequence_.emplace(steps_, is_in_thread());
        chunks_.feed(bytes);
        while (const auto slice = chunks_.next()) take_content(slice->bytes);
    }
    std::string finish(bool) override {
        if (!problem_.empty()) return problem_;
        return sequence_ ? sequence_->finish() : "the stream has no events";
    }

  private:
    [[nodiscard]] bool is_in_thread() const {
        return head_.headers().joined("Content-Location").starts_with("/threads/");
    }

    void take_content(std::string_view content) {
        if (!problem_.empty()) return;
        decoder_.feed(content);
        while (problem_.empty()) {
            const auto event = decoder_.next();
            if (!event) problem_ = event.error().message;
            if (!event || *event == nullptr) return;
            problem_ = sequence_->take(**event);
        }
    }

    std::uint64_t steps_;
    streaming::ResponseHead head_;
    sse::ChunkedReader chunks_;
    sse::Decoder decoder_;
    std::optional<EventSequence> sequence_;
    std::string problem_;
};

}  // namespace

std::string EventSequence::take(const sse::Event& event) {
    const std::uint64_t number = taken_++;
    if (number > steps_)
        return fmt::format("event {}: expected the end after {} steps", number, steps_);
    if (has_ids_ && (!event.has_id || event.id != std::to_string(number))) {
        return fmt::format(
            "event {0}: expected the id {0}, got \"{1}\"", number, event.has_id ? event.id : "");
    }
    const std::string_view type = number == 0 ? "metadata" : "custom";
    if (event.type != type)
        return fmt::format("event {}: expected the type {}, got {}", number, type, event.type);
    if (number == 0) return {};
    const auto data = parse_foreign_json(event.data);
    if (data && integer_or(*data, "progress", -1) == static_cast<std::int64_t>(number)) return {};
    return fmt::format("event {}: expected the progress {}, got {}", number, number, event.data);
}

std::string EventSequence::finish() const {
    if (taken_ > steps_) return {};
    return fmt::format("the stream ended after {} of {} events", taken_, steps_ + 1);
}

std::unique_ptr<load::Inspector> make_sequence_inspector(std::uint64_t steps) {
    return std::make_unique<SequenceInspector>(steps);
}

}  // namespace plumbline::soak
