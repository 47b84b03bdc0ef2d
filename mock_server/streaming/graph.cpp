#include "mock_server/streaming/graph.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::mock {
namespace {

/// More than any test asks for; less than what would keep a run from ever ending by mistake.
constexpr std::int64_t kMost = 100'000'000;

Amount read_amount(const Json* node) {
    Amount amount;
    if (!node) return amount;
    if (const auto number = as_integer(*node)) {
        amount.number = *number;
    } else if (node->is_object()) {
        amount.number = integer_or(*node, "else", 0);
        amount.input = string_or(*node, "input", "");
    }
    amount.most = kMost;
    return amount;
}

/// Reads one graph into the list of its deeds.
class GraphReader {
  public:
    GraphReader(const Document& fixture, Graph& graph) : fixture_(fixture), graph_(graph) {}

    Result<void> read_play(const std::string& pointer) {
        const Json* items = find(*fixture_.root, std::string_view(pointer));
        for (std::size_t i = 0; items && i < items->size(); ++i) {
            auto read = read_item((*items)[i], fmt::format("{}/{}", pointer, i));
            if (!read) return read;
        }
        return {};
    }

  private:
    using Reader = Result<void> (GraphReader::*)(const Json&, const std::string&);
    struct Word {
        std::string_view word;
        Reader read;
    };

    Result<void> read_item(const Json& item, const std::string& pointer) {
        static constexpr std::array<Word, 10> kWords{{
            {"step", &GraphReader::read_step},
            {"repeat", &GraphReader::read_repeat},
            {"model", &GraphReader::read_model},
            {"custom", &GraphReader::read_custom},
            {"update", &GraphReader::read_update},
            {"subgraph", &GraphReader::read_call},
            {"pace", &GraphReader::read_pace},
            {"pause_ms", &GraphReader::read_pause},
            {"gate", &GraphReader::read_gate},
            {"fail", &GraphReader::read_failure},
        }};
        for (const Word& row : kWords) {
            if (const Json* node = member(item, row.word))
                return (this->*row.read)(*node, pointer + '/' + std::string(row.word));
        }
        return fail_at(fixture_, pointer, "says nothing that a graph can do");
    }

    Deed& add(Deed::Kind kind) {
        graph_.deeds.push_back(Deed{kind, {}, {}, {}, {}, {}, Duration(0), {}, false, 0});
        return graph_.deeds.back();
    }

    Result<void> read_step(const Json& nodes, const std::string& pointer) {
        add(Deed::Kind::kBeginStep);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::string name = string_or(nodes[i], "node", "");
            add(Deed::Kind::kBeginNode).name = name;
            auto read = read_play(fmt::format("{}/{}/play", pointer, i));
            if (!read) return read;
            add(Deed::Kind::kEndNode).name = name;
        }
        add(Deed::Kind::kEndStep);
        return {};
    }

    Result<void> read_repeat(const Json& node, const std::string& pointer) {
        const std::size_t start = graph_.deeds.size();
        const Json* times = member(node, "times");
        Deed& loop = add(Deed::Kind::kLoop);
        loop.is_endless = times && times->is_string();
        loop.amount = read_amount(times);
        auto read = read_play(pointer + "/play");
        if (!read) return read;
        add(Deed::Kind::kAgain).to = start;
        graph_.deeds[start].to = graph_.deeds.size();
        return {};
    }

    Result<void> read_model(const Json& node, const std::string& pointer) {
        Deed& deed = add(Deed::Kind::kModel);
        deed.name = string_or(node, "name", "model");
        deed.form = std::make_shared<const Json>(string_or(node, "text", "token "));
        deed.amount = read_amount(member(node, "tokens"));
        deed.bytes = read_amount(member(node, "bytes"));
        deed.pause_ms = read_amount(member(node, "pause_ms"));
        deed.tags = strings_or_empty(node, "tags");
        if (!member(node, "pace")) return {};
        return read_duration(string_or(node, "pace", ""), pointer + "/pace");
    }

    Result<void> read_duration(const std::string& text, const std::string& pointer) {
        const auto time = parse_duration(text);
        if (!time) return fail_at(fixture_, pointer, time.error().message);
        graph_.deeds.back().pace = *time;
        return {};
    }

    Result<void> read_custom(const Json& node, const std::string&) {
        add(Deed::Kind::kCustom).form = std::make_shared<const Json>(node);
        return {};
    }

    Result<void> read_update(const Json& node, const std::string&) {
        add(Deed::Kind::kUpdate).form = std::make_shared<const Json>(node);
        return {};
    }

    Result<void> read_call(const Json& node, const std::string&) {
        add(Deed::Kind::kCall).name = as_string(node).value_or("");
        return {};
    }

    Result<void> read_pace(const Json& node, const std::string& pointer) {
        add(Deed::Kind::kPace);
        return read_duration(as_string(node).value_or(""), pointer);
    }

    Result<void> read_pause(const Json& node, const std::string&) {
        add(Deed::Kind::kPause).amount = read_amount(&node);
        return {};
    }

    Result<void> read_gate(const Json& node, const std::string&) {
        add(Deed::Kind::kGate).name = as_string(node).value_or("");
        return {};
    }

    Result<void> read_failure(const Json& node, const std::string&) {
        add(Deed::Kind::kFail).form = std::make_shared<const Json>(node);
        return {};
    }

    const Document& fixture_;
    Graph& graph_;
};

Result<Graph> read_graph(const Document& fixture) {
    Graph graph;
    graph.name = string_or(*fixture.root, "graph", "");
    graph.summary = string_or(*fixture.root, "summary", "");
    const Json* state = member(*fixture.root, "state");
    const Json none = Json::object();
    for (const auto& [key, word] : (state ? *state : none).items()) {
        const std::string name = as_string(word).value_or("");
        graph.state[key] = name == "append" ? Reducer::kAppend
                           : name == "add"  ? Reducer::kAdd
                                            : Reducer::kReplace;
    }
    auto read = GraphReader(fixture, graph).read_play("/play");
    if (!read) return fail(read.error());
    return graph;
}

/// Looks whether each call leads somewhere and none leads back.
Result<void> check_calls(const Graphs& graphs,
                         const Graph& graph,
                         const Document& fixture,
                         std::vector<std::string>& way) {
    way.push_back(graph.name);
    for (const Deed& deed : graph.deeds) {
        if (deed.kind != Deed::Kind::kCall) continue;
        const auto called = graphs.find(deed.name);
        if (called == graphs.end()) {
            return fail_at(fixture, "/play", fmt::format("no graph is named \"{}\"", deed.name));
        }
        if (std::find(way.begin(), way.end(), deed.name) != way.end()) {
            return fail_at(fixture,
                           "/play",
                           fmt::format("calls itself: {} → {}", join(way, " → "), deed.name));
        }
        auto checked = check_calls(graphs, *called->second, fixture, way);
        if (!checked) return checked;
    }
    way.pop_back();
    return {};
}

}  // namespace

std::int64_t Amount::of(const Json& input_value) const {
    if (input.empty()) return number;
    const Json* given = find(input_value, std::string_view(input));
    const auto wanted = given ? as_integer(*given) : std::nullopt;
    return wanted && *wanted >= 0 ? std::min(*wanted, most) : number;
}

Result<Graphs> load_graphs(const Fixtures& fixtures) {
    Graphs graphs;
    std::map<std::string, Document> documents;
    for (const std::string& path : fixtures.list("graphs")) {
        auto document = fixtures.load(path, "Graph");
        if (!document) return fail(document.error());
        auto graph = read_graph(*document);
        if (!graph) return fail(graph.error());
        const std::string name = graph->name;
        if (!graphs.emplace(name, std::make_shared<const Graph>(std::move(*graph))).second)
            return fail_at(
                *document, "/graph", fmt::format("a second graph is named \"{}\"", name));
        documents[name] = std::move(*document);
    }
    for (const auto& [name, graph] : graphs) {
        std::vector<std::string> way;
        const auto checked = check_calls(graphs, *graph, documents[name], way);
        if (!checked) return fail(checked.error());
    }
    return graphs;
}

}  // namespace plumbline::mock
