#include "mock_server/app/interpreter.hpp"

#include "mock_server/engine/stages.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/event_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// A target cut before the API's own path.
struct Cut {
    std::string prefix;                 ///< as it came: `/api-host/w/ID`
    std::string rest;                   ///< as it came, query included
    std::vector<std::string> segments;  ///< of the API's path, decoded
};

Cut cut(const std::string& target, const http::Target& parsed, std::size_t prefix_segments) {
    const std::size_t count = std::min(prefix_segments, parsed.segments.size());
    Cut result;
    result.prefix = parsed.first_segments(count);
    const std::size_t query = target.find('?');
    result.rest = parsed.path.substr(result.prefix.size());
    if (query != std::string::npos) result.rest += target.substr(query);
    result.segments.assign(parsed.segments.begin() + static_cast<std::ptrdiff_t>(count),
                           parsed.segments.end());
    return result;
}

/// A stream in the callers' names.
class NamedStream final : public Stream {
  public:
    NamedStream(std::shared_ptr<Stream> stream,
                std::shared_ptr<const Naming> naming,
                const Operation& operation)
        : stream_(std::move(stream)), naming_(std::move(naming)), operation_(operation) {}

    Flow pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        StreamBuffer ours(buffer.is_chunked(),
                          [this](std::string_view piece) { return in_their_names(piece); });
        const Flow flow = stream_->pull(ours, enough, now);
        buffer.add_raw(ours.bytes());
        return flow;
    }
    void on_wake(std::function<void()> wake) override { stream_->on_wake(std::move(wake)); }

  private:
    [[nodiscard]] std::string in_their_names(std::string_view piece) const {
        auto event = sse::EventText::take_apart(piece);
        const auto data = event ? parse_json(event->data) : Result<Json>(Json());
        const auto translated = event && data ? naming_->translated_event(
                                                    operation_, event->name, *data, Toward::kTheirs)
                                              : std::nullopt;
        if (!translated) return std::string(piece);
        event->data = to_text(*translated);
        return event->together();
    }

    std::shared_ptr<Stream> stream_;
    std::shared_ptr<const Naming> naming_;
    const Operation& operation_;
};

}  // namespace

Interpreter::Interpreter(const Engine& engine, std::shared_ptr<const Naming> naming)
    : engine_(engine), naming_(std::move(naming)) {}

Reply Interpreter::answer(const http::Request& request) const {
    if (!naming_) return engine_.answer(request);
    const auto parsed = http::parse_target(request.target);
    if (!parsed || is_of_control(*parsed)) return engine_.answer(request);
    Cut target = cut(request.target, *parsed, prefix_length(engine_, parsed->segments));
    const Naming::Meaning meaning = naming_->meaning_of(request.method, target.segments);
    if (meaning.is_replaced) return nothing_there();
    http::Request ours = request;
    if (!meaning.operation) {
        ours.headers = naming_->translated(std::move(ours.headers), Toward::kOurs);
        return engine_.answer(ours);
    }
    ours.target = std::move(target.rest);
    ours = naming_->translated(*meaning.operation, std::move(ours), Toward::kOurs);
    ours.target.insert(0, target.prefix);
    Reply reply = engine_.answer(ours);
    if (auto* json = std::get_if<JsonReply>(&reply)) {
        auto body = naming_->translated_body(
            *meaning.operation, json->status, *json->body, Toward::kTheirs);
        if (body) json->body = std::make_shared<const std::string>(std::move(*body));
    } else if (auto* streamed = std::get_if<StreamReply>(&reply)) {
        streamed->stream =
            std::make_shared<NamedStream>(std::move(streamed->stream), naming_, *meaning.operation);
    }
    return reply;
}

http::Request Interpreter::as_sent(std::string_view operation_id, http::Request request) const {
    const Operation* operation = engine_.parts().contract->find_operation(operation_id);
    if (!naming_ || !operation) return request;
    return naming_->translated(*operation, std::move(request), Toward::kTheirs);
}

}  // namespace plumbline::mock
