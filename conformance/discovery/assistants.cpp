#include "conformance/discovery/assistants.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/chunked_reader.hpp"
#include "spec/sse/decoder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace plumbline::discovery {
namespace {

constexpr const char* kArea = "agent_streaming";
constexpr const char* kUnknownAssistant = "plumbline-unknown-assistant";
constexpr int kMaxTokenRuns = 3;

/// An input that most graphs with a model take.
Json hello_input() {
    return {{"messages", Json::array({{{"role", "user"}, {"content", "hello there"}}})}};
}

/// Reads a stream until an event of the wanted type, or of any type if that is empty.
class FirstEventSink final : public client::StreamSink {
  public:
    explicit FirstEventSink(std::string_view wanted) : wanted_(wanted) {}

    void begin(Instant at) override { deadline_ = at + kPatience; }
    void take_head_line(std::string_view line, Instant) override {
        const std::string lower = to_lower(line);
        if (lower.starts_with("http/")) is_success_ = lower.find(" 200") != std::string::npos;
        if (lower.starts_with("transfer-encoding:"))
            is_chunked_ = lower.find("chunked") != std::string::npos;
    }
    [[nodiscard]] bool take_bytes(std::string_view bytes, Instant at) override {
        size_ += bytes.size();
        if (!is_success_ || at > deadline_ || size_ > kMaxBytes) return false;
        if (!is_chunked_) return take_payload(bytes);
        chunks_.feed(bytes);
        while (const auto slice = chunks_.next()) {
            if (!take_payload(slice->bytes)) return false;
        }
        return true;
    }
    [[nodiscard]] std::optional<Instant> idle_deadline() const override { return deadline_; }
    [[nodiscard]] std::string body() const override { return ""; }

    [[nodiscard]] bool has_found() const { return has_found_; }

  private:
    /// Returns whether to read on.
    bool take_payload(std::string_view bytes) {
        decoder_.feed(bytes);
        while (true) {
            const auto event = decoder_.next();
            if (!event) return false;
            if (*event == nullptr) return true;
            const std::string_view type = (*event)->type;
            if (type == "error") return false;
            has_found_ = wanted_.empty() || type.substr(0, type.find('|')) == wanted_;
            if (has_found_) return false;
        }
    }

    static constexpr Duration kPatience = std::chrono::seconds(5);
    static constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;

    std::string_view wanted_;
    sse::ChunkedReader chunks_;
    sse::Decoder decoder_;
    Instant deadline_{};
    std::size_t size_ = 0;
    bool is_success_ = false;
    bool is_chunked_ = false;
    bool has_found_ = false;
};

/// Starts agent runs of one target.
class AssistantFinder {
  public:
    AssistantFinder(const std::string& base_url, preflight::ProbeClient& probe)
        : base_url_(base_url), probe_(probe) {}

    /// Returns whether a run of an assistant emits an event of this type; "" is any type.
    [[nodiscard]] bool emits(const std::string& assistant, std::string_view type) {
        if (!probe_.may_send()) return false;
        FirstEventSink sink(type);
        client::HttpCall call;
        call.base_url = base_url_;
        call.url = base_url_ + "/runs/stream";
        call.area = kArea;
        call.request.method = "POST";
        call.request.headers.set("Content-Type", "application/json");
        call.request.body = to_text(Json{{"assistant_id", assistant},
                                         {"input", hello_input()},
                                         {"stream_mode", Json::array({"messages-tuple"})}});
        call.sink = &sink;
        (void)probe_.send(std::move(call));
        return sink.has_found();
    }

  private:
    const std::string& base_url_;
    preflight::ProbeClient& probe_;
};

/// The assistant whose tokens the suites read: as the user says, else the first that has any.
void set_token_assistant(const std::vector<std::string>& names,
                         AssistantFinder& finder,
                         Discovery& found) {
    int left = kMaxTokenRuns;
    for (const std::string& name : names) {
        if (left-- == 0) return;
        if (!finder.emits(name, "messages")) continue;
        found.set("/agent_streaming/assistant_id", name, "it has streamed tokens");
        found.set("/agent_streaming/input", hello_input());
        return;
    }
    if (names.empty()) return;
    found.propose(
        "/agent_streaming/assistant_id", names.front(), "it has streamed no token for this input");
    found.propose("/agent_streaming/input", hello_input());
}

/// Names the graphs of the suites. One assistant may have such a name by chance; where most names
/// exist, they are the graphs of fixtures/graphs.
void set_graphs(const std::vector<std::string>& graphs, std::size_t wanted, Discovery& found) {
    const bool is_certain = graphs.size() * 2 > wanted;
    for (const std::string& graph : graphs) {
        const std::string pointer = "/agent_streaming/graphs/" + graph;
        if (is_certain) {
            found.set(pointer, graph);
        } else {
            found.propose(pointer, graph, "it exists: if it does the same");
        }
    }
}

}  // namespace

void find_assistants(const runner::Target& target,
                     const DiscoveryOptions& options,
                     preflight::ProbeClient& probe,
                     Discovery& found) {
    const auto url = target.base_urls.find(kArea);
    if (url == target.base_urls.end() || target.unserved_areas.contains(kArea)) return;
    AssistantFinder finder(url->second, probe);
    // Where any name is an assistant, a name shows nothing.
    if (finder.emits(kUnknownAssistant, "")) {
        found.notes["/agent_streaming"] = "every name is accepted as an assistant: none was chosen";
        return;
    }
    std::vector<std::string> existing;
    for (const std::string& name : options.assistants) {
        if (finder.emits(name, "")) existing.push_back(name);
    }
    std::vector<std::string> graphs;
    std::ranges::copy_if(options.graphs, std::back_inserter(graphs), [&](const std::string& name) {
        return finder.emits(name, "");
    });
    set_graphs(graphs, options.graphs.size(), found);
    existing.insert(existing.end(), graphs.begin(), graphs.end());
    // The graph that the suites read tokens of comes first, after those that the user names.
    std::stable_partition(existing.begin() + static_cast<std::ptrdiff_t>(std::ranges::count_if(
                                                 existing,
                                                 [&](const std::string& name) {
                                                     return std::ranges::find(options.assistants,
                                                                              name) !=
                                                            options.assistants.end();
                                                 })),
                          existing.end(),
                          [](const std::string& name) { return name == "chat"; });
    set_token_assistant(existing, finder, found);
    if (found.has("/agent_streaming/graphs/pausing")) {
        found.set("/agent_streaming/slow_assistant_id", "pausing");
        found.set("/agent_streaming/slow_input", {{"steps", 20}, {"pause_ms", 80}});
    }
}

}  // namespace plumbline::discovery
