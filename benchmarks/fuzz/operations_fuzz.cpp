// The mock as a state machine: random operations, with right and wrong ids, bodies and credentials,
// on one workspace. Each response conforms to the contract, as the runner judges it; the store and
// the bulk exports keep their invariants; a reset frees the memory.

#include "benchmarks/fuzz/chosen_request_fixture.hpp"
#include "benchmarks/load/app/load_requests.hpp"
#include "mock_server/engine/mock_engine.hpp"
#include "mock_server/invariants/export_invariants_fixture.hpp"
#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/parse.hpp"

#include <sanitizer/allocator_interface.h>

#include <cstdlib>
#include <memory>
#include <utility>

using namespace plumbline;
using namespace plumbline::mock;

namespace {

constexpr std::size_t kMostOperations = 64;  ///< of one input
constexpr std::size_t kStepBytes = 12;       ///< for each, so that changed bytes change one only
constexpr std::size_t kMostStreams = 4;      ///< open at a time
constexpr std::size_t kMostRecords = 2'000;  ///< of 64 operations, each at most a few records
constexpr std::size_t kMostGrowth = 64'000;  ///< bytes; what remains of an input after a reset

/// A stream that is being read, and what judges it.
struct OpenStream {
    std::shared_ptr<ResponseStream> stream;
    std::unique_ptr<load::Inspector> inspector;
    std::string request;
};

/// Ends a judgement; aborts with the exchange if the response does not conform.
void end_judgement(load::Inspector& inspector, bool is_whole, const std::string& exchange) {
    const std::string problem = inspector.finish(is_whole);
    if (!problem.empty()) std::fprintf(stderr, "%s\n%s\n", exchange.c_str(), problem.c_str());
    PLUMBLINE_CHECK(problem.empty(), "a response conforms to the contract");
}

void take_head(const EngineResponse& response, load::Inspector& inspector) {
    inspector.take_head_line("HTTP/1.1 " + std::to_string(response.status) + " \r\n");
    for (const auto& [name, value] : response.headers.all())
        inspector.take_head_line(name + ": " + value + "\r\n");
    // Fields that the transport adds.
    if (response.body && !response.headers.has("Content-Type"))
        inspector.take_head_line("Content-Type: application/json\r\n");
    if (response.stream) inspector.take_head_line("Transfer-Encoding: chunked\r\n");
    inspector.take_head_line("\r\n");
}

/// A mock without sockets, and the operations of all its documents. The environment can name a
/// fault of the mock, to show that it is found.
class Mock {
  public:
    Mock() {
        EngineOptions options{.max_workspaces = 3};
        if (const char* fault = std::getenv("PLUMBLINE_FUZZ_FAULT")) options.faults = {fault};
        auto engine = make_engine(options, clock_);
        PLUMBLINE_CHECK(engine.has_value(), "the built-in mock can be made");
        engine_ = std::move(*engine);
        for (const auto& api : engine_->config().contract->documents) {
            for (const Operation& operation : api->operations())
                operations_.emplace_back(api.get(), &operation);
        }
    }
    [[nodiscard]] const auto& operations() const { return operations_; }
    [[nodiscard]] const Engine& engine() const { return *engine_; }
    [[nodiscard]] Json control(const std::string& method, const std::string& path) const {
        const EngineResponse response = engine_->handle(
            {method, "/_plumbline/workspaces/" + path, {{"Host", "localhost"}}, ""});
        return response.body ? parse_json(*response.body).value_or(Json()) : Json();
    }

  private:
    ManualClock clock_{Instant{std::chrono::hours(24 * 365 * 56)}};
    std::unique_ptr<Engine> engine_;
    std::vector<std::pair<const ApiDocument*, const Operation*>> operations_;
};

/// One sequence of operations on the default workspace, which it resets first.
class Session {
  public:
    explicit Session(const Mock& mock)
        : mock_(mock), workspace_(mock.control("POST", "default/reset")) {
        known_.add("workspace_id", "default");
        known_.add_members(workspace_["sources"]);
        known_.add_members(workspace_["inputs"]);
        for (const char* time : {"PT1S", "PT2M", "PT4H", "P4D"}) known_.add("advance", time);
        known_.add("gate", "go");
        known_.add("ref", "main");
        const RegistryConfig& config = mock.engine().config().registry->config();
        for (const auto& [name, graph] : *config.graphs) known_.add("assistant_id", name);
        for (const auto& [name, incident] : config.model->incidents) known_.add("incident", name);
    }
    ~Session() {
        streams_.clear();
        for (const std::string& id : created_workspaces_) (void)mock_.control("DELETE", id);
        (void)mock_.control("POST", "default/reset");
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void step(fuzz::Choices choices) {
        now_ += std::chrono::seconds(1);
        if (!streams_.empty() && choices.below(4) == 1) {
            read_stream(choices.below(streams_.size()), choices.below(4) == 1);
        } else {
            const auto& [api, operation] = choices.among(mock_.operations());
            call(*api, *operation, choices);
        }
        check_invariants();
    }

  private:
    void call(const ApiDocument& api, const Operation& operation, fuzz::Choices& choices) {
        const auto chosen =
            fuzz::RequestChooser(workspace_, known_).choose(operation, api, choices);
        const http::Request& request = chosen.request;
        const EngineResponse response = mock_.engine().handle(request);
        std::string exchange = request.method + ' ' + request.target + '\n' + request.body + '\n' +
                               std::to_string(response.status);
        auto inspector = load::make_inspector(operation, api, chosen.body);
        inspector->begin(now_);
        take_head(response, *inspector);
        if (response.stream) {
            if (streams_.size() == kMostStreams) read_stream(0, true);
            streams_.push_back({response.stream, std::move(inspector), std::move(exchange)});
            learn_run(response);
            return;
        }
        if (response.body) {
            inspector->take_bytes(*response.body, now_);
            exchange += '\n' + *response.body;
            learn(operation, response.status, *response.body);
        }
        end_judgement(*inspector, true, exchange);
    }

    /// Reads what is due of a stream, and then closes it or waits for more.
    void read_stream(std::size_t at, bool closes) {
        constexpr std::size_t kMostBytes = 20'000;  // a stream may be endless
        OpenStream& one = streams_[at];
        StreamBuffer buffer(true);
        const auto pulled =
            one.stream->pull(buffer, kMostBytes, SteadyTime(now_.time_since_epoch()));
        const bool has_ended = pulled.next == PullResult::StreamNext::kEnd;
        if (has_ended) buffer.add_raw("0\r\n\r\n");
        one.inspector->take_bytes(buffer.bytes(), now_);
        if (!has_ended && !closes) return;
        end_judgement(*one.inspector, has_ended, one.request);
        streams_.erase(streams_.begin() + static_cast<std::ptrdiff_t>(at));
    }

    /// Remembers the ids in a response, for later requests.
    void learn(const Operation& operation, int status, const std::string& text) {
        const auto body = parse_json(text);
        if (!body || !http::is_success(status)) return;
        if (operation.id == "createWorkspace")
            created_workspaces_.push_back(string_or(*body, "id", ""));
        if (operation.id == "resetWorkspace") {
            invariants_ = {};
            has_usual_times_ = true;
        }
        if (operation.id == "setLimits")
            has_usual_times_ = has_usual_times_ && string_or(*body, "retry_delay", "") == "PT30S";
        if (operation.id == "createBulkExport") known_.add("export_id", (*body)["export_id"]);
        if (operation.id == "createThread") known_.add("thread_id", (*body)["thread_id"]);
        if (operation.id == "createRun") known_.add("run_id", (*body)["run_id"]);
        if (operation.id == "createDeployment") {
            known_.add("deployment_id", (*body)["id"]);
            known_.add("revision_id", (*body)["latest_revision_id"]);
        }
    }

    void learn_run(const EngineResponse& response) {
        const std::string* location = response.headers.find("Content-Location");
        if (location) known_.add("run_id", location->substr(location->rfind('/') + 1));
    }

    void check_invariants() {
        const auto workspace = mock_.engine().config().registry->find("default");
        PLUMBLINE_CHECK(workspace != nullptr, "the default workspace cannot be deleted");
        workspace->simulation().with([&](Simulation& simulation) {
            check_store(simulation);
            if (!has_usual_times_) return;
            const auto violations = invariants_.check(simulation);
            for (const std::string& one : violations) std::fprintf(stderr, "%s\n", one.c_str());
            PLUMBLINE_CHECK(violations.empty(), "bulk exports keep their invariants");
        });
    }

    static void check_store(const Simulation& simulation) {
        const Store& store = simulation.store;
        PLUMBLINE_CHECK(store.size() <= kMostRecords, "the number of records is limited");
        std::size_t count = 0;
        for (const auto& [name, collection] : simulation.model().collections) {
            for (const Record* record : store.all(name)) {
                ++count;
                PLUMBLINE_CHECK(store.find(record->ref) == record, "a record is found by its id");
                PLUMBLINE_CHECK(record->owner == 0 || store.find(record->owner),
                                "the parent of a record exists");
                PLUMBLINE_CHECK(record->owner == 0 == collection.parent.empty(),
                                "records of child collections have a parent");
                PLUMBLINE_CHECK(record->body->is_object(), "a record is an object");
                PLUMBLINE_CHECK(!collection.machine || !record->state.empty(),
                                "a record with a machine has a state");
            }
        }
        PLUMBLINE_CHECK(count == store.size(), "each record is in a collection");
    }

    const Mock& mock_;
    Json workspace_;
    fuzz::KnownValues known_;
    ExportInvariants invariants_;
    bool has_usual_times_ = true;
    std::vector<OpenStream> streams_;
    std::vector<std::string> created_workspaces_;
    Instant now_{};
};

void play(const Mock& mock, std::string_view text) {
    Session session(mock);
    for (std::size_t i = 0; i < kMostOperations && !text.empty(); ++i) {
        session.step(fuzz::Choices(text.substr(0, kStepBytes)));
        text.remove_prefix(std::min(kStepBytes, text.size()));
    }
}

/// The first time also fills caches, such as compiled schemas.
void check_input(std::string_view text) {
    static const Mock kMock;
    play(kMock, text);
    const std::size_t before = __sanitizer_get_current_allocated_bytes();
    play(kMock, text);
    const std::size_t after = __sanitizer_get_current_allocated_bytes();
    PLUMBLINE_CHECK(after <= before + kMostGrowth, "a reset frees what an input has allocated");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using std::chrono::seconds;
    // The number of operations is limited, not the bytes.
    return fuzz::run(check_input, bytes, size, {.per_input = seconds(2), .per_byte = seconds(0)});
}
