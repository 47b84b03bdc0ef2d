#include "conformance/generate/examples.hpp"

#include "conformance/generate/case.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {

std::span<const EmbeddedFile> embedded_examples();  // made by plumbline_embed

namespace generate {
namespace {

/// Reads one part after the other; the first mistake is kept.
class ExamplesReader {
  public:
    explicit ExamplesReader(const Document& document) : document_(document) {}

    Result<Examples> read() {
        Examples examples;
        examples.parameters = shared(part("parameters", Json::value_t::array));
        examples.inputs = shared(part("inputs", Json::value_t::object));
        examples.stand_ins = shared(part("stand_ins", Json::value_t::object));
        examples.settle = shared(part("settle", Json::value_t::object));
        examples.revision = string_or(*document_.root, "revision", "");
        if (examples.revision.empty()) note("\"revision\" is not there", "");
        const Json& bases = part("bases", Json::value_t::array);
        for (std::size_t i = 0; i < bases.size(); ++i)
            examples.bases.push_back(base(bases[i], "/bases/" + std::to_string(i)));
        for (const Json& condition : part("conditions", Json::value_t::array))
            examples.conditions.push_back(condition_of(condition));
        for (const auto& [id, kind] : part("compute_kinds", Json::value_t::object).items())
            examples.compute_kinds[id] = as_string(kind).value_or("");
        for (const auto& [place, input] : part("existing", Json::value_t::object).items())
            examples.existing[place] = as_string(input).value_or("");
        const Json& requirements = part("requirements", Json::value_t::object);
        for (const auto& [what, ids] : requirements.items())
            examples.requirements[what] = strings_or_empty(requirements, what);
        for (const auto& [id, why] : part("passed_over", Json::value_t::object).items())
            examples.passed_over[id] = as_string(why).value_or("");
        if (problem_) return fail(*problem_);
        return examples;
    }

  private:
    const Json& part(std::string_view key, Json::value_t type) {
        static const Json kNothing = Json::object();
        const Json* value = member(*document_.root, key);
        if (value && value->type() == type) return *value;
        note("\"" + std::string(key) + "\" is not there or of another type", "");
        return kNothing;
    }

    void note(std::string message, const std::string& pointer) {
        if (!problem_)
            problem_ = Error{ErrorCode::kInvalid, std::move(message), document_.where(pointer), {}};
    }

    Base base(const Json& node, const std::string& pointer) {
        Base read;
        read.name = string_or(node, "base", "");
        read.hostings = strings_or_empty(node, "hosting");
        const Json* body = member(node, "body");
        if (!body || read.name.empty() || read.hostings.empty()) {
            note("a base needs `base`, `hosting` and `body`", pointer);
            return read;
        }
        read.body = shared(*body);
        read.source = string_or(*body, "source", "");
        if (const Json* needs = member(node, "needs")) {
            for (const auto& [input, members] : needs->items())
                read.needs[input] = strings_or_empty(*needs, input);
        }
        return read;
    }

    static std::map<std::string, SharedJson> values(const Json* node) {
        std::map<std::string, SharedJson> found;
        if (!node) return found;
        for (const auto& [pointer, value] : node->items()) found[pointer] = shared(value);
        return found;
    }

    static Condition condition_of(const Json& node) {
        Condition read;
        read.rule = string_or(node, "rule", "");
        if (const Json* holds = member(node, "holds")) {
            for (const Json& one : *holds) read.holds.push_back(values(&one));
        }
        read.broken = values(member(node, "broken"));
        return read;
    }

    const Document& document_;
    std::optional<Error> problem_;
};

}  // namespace

const Base* Examples::find_base(std::string_view name) const {
    const auto found =
        std::find_if(bases.begin(), bases.end(), [&](const Base& one) { return one.name == name; });
    return found == bases.end() ? nullptr : &*found;
}

const Condition* Examples::find_condition(std::string_view rule) const {
    const auto found = std::find_if(conditions.begin(),
                                    conditions.end(),
                                    [&](const Condition& one) { return one.rule == rule; });
    return found == conditions.end() ? nullptr : &*found;
}

const std::string* Examples::existing_at(std::string_view place) const {
    const auto found = existing.find(place);
    return found == existing.end() ? nullptr : &found->second;
}

std::vector<std::string> Examples::requirements_of(std::string_view what) const {
    const auto found = requirements.find(what);
    return found == requirements.end() ? std::vector<std::string>{} : found->second;
}

Result<Examples> Examples::load(const Document& document) {
    return ExamplesReader(document).read();
}

Result<Examples> load_examples() {
    auto document = embedded_document(embedded_examples(), "conformance/generate/examples.yaml");
    if (!document) return fail(document.error());
    return Examples::load(*document);
}

}  // namespace generate
}  // namespace plumbline
