#include "mock_server/app/name_translator.hpp"

#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/base/text.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/event_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// A target, split before the API's own path.
struct SplitTarget {
    std::string prefix;                 ///< as received: `/api-host/w/ID`
    std::string rest;                   ///< as received, including the query
    std::vector<std::string> segments;  ///< of the API's path, decoded
};

SplitTarget split_target(const std::string& target,
                         const http::RequestTarget& parsed,
                         std::size_t prefix_segments) {
    const std::size_t count = std::min(prefix_segments, parsed.segments.size());
    SplitTarget result;
    result.prefix = parsed.first_segments(count);
    const std::size_t query = target.find('?');
    result.rest = parsed.path.substr(result.prefix.size());
    if (query != std::string::npos) result.rest += target.substr(query);
    result.segments.assign(parsed.segments.begin() + static_cast<std::ptrdiff_t>(count),
                           parsed.segments.end());
    return result;
}

/// A stream whose events use the callers' names.
class TranslatedStream final : public ResponseStream {
  public:
    TranslatedStream(std::shared_ptr<ResponseStream> stream,
                     std::shared_ptr<const NameMapping> mapping,
                     const Operation& operation)
        : stream_(std::move(stream)), mapping_(std::move(mapping)), operation_(operation) {}

    PullResult pull(StreamBuffer& buffer, std::size_t enough, SteadyTime now) override {
        return pull_each_event(*stream_, buffer, enough, now, [&](std::string_view event) {
            buffer.add(translated(event));
        });
    }
    void on_wake(std::function<void()> wake) override { stream_->on_wake(std::move(wake)); }

  private:
    [[nodiscard]] std::string translated(std::string_view piece) const {
        auto event = sse::EventFields::parse(piece);
        const auto data = event ? parse_json(event->data) : Result<Json>(Json());
        const auto translated = event && data
                                    ? mapping_->translate_event(
                                          operation_, event->name, *data, NameDirection::kToTarget)
                                    : std::nullopt;
        if (!translated) return std::string(piece);
        event->data = to_text(*translated);
        return event->encode();
    }

    std::shared_ptr<ResponseStream> stream_;
    std::shared_ptr<const NameMapping> mapping_;
    const Operation& operation_;
};

}  // namespace

NameTranslator::NameTranslator(const Engine& engine, std::shared_ptr<const NameMapping> mapping)
    : engine_(engine), mapping_(std::move(mapping)) {}

EngineResponse NameTranslator::handle(const http::Request& request) const {
    const auto parsed = http::parse_target(request.target);
    if (!parsed || is_control_target(*parsed)) return engine_.handle(request);
    SplitTarget target =
        split_target(request.target, *parsed, prefix_segment_count(engine_, parsed->segments));
    const NameMapping::ResolvedOperation meaning =
        mapping_->resolve_path(request.method, target.segments);
    if (meaning.is_renamed) return unknown_path_response();
    http::Request ours = request;
    if (!meaning.operation) {
        ours.headers = mapping_->translate(std::move(ours.headers), NameDirection::kToContract);
        return engine_.handle(ours);
    }
    ours.target = std::move(target.rest);
    ours = mapping_->translate(*meaning.operation, std::move(ours), NameDirection::kToContract);
    ours.target.insert(0, target.prefix);
    EngineResponse response = engine_.handle(ours);
    if (response.body) {
        auto body = mapping_->translate_body(
            *meaning.operation, response.status, *response.body, NameDirection::kToTarget);
        if (body) response.body = std::make_shared<const std::string>(std::move(*body));
    } else if (response.stream) {
        response.stream = std::make_shared<TranslatedStream>(
            std::move(response.stream), mapping_, *meaning.operation);
    }
    return response;
}

http::Request NameTranslator::to_caller_names(std::string_view operation_id,
                                              http::Request request) const {
    const Operation* operation = engine_.config().contract->find_operation(operation_id);
    if (!operation) return request;
    return mapping_->translate(*operation, std::move(request), NameDirection::kToTarget);
}

}  // namespace plumbline::mock
