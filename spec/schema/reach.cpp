#include "spec/schema/reach.hpp"

#include "spec/base/text.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/formats.hpp"
#include "spec/schema/keywords.hpp"
#include "spec/schema/references.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline {
namespace {

// A document is at most 64 levels deep, and a schema inside a schema takes one or two of them.
constexpr int kMaxNesting = 64;

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
    const std::string near = nearest_name(word, names);
    return near.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", near);
}

bool is_x_name(std::string_view name) {
    return name.substr(0, 2) == "x-";
}

/// Where the walk is.
struct Spot {
    std::size_t definition = 0;
    std::string pointer;
    int depth = 1;
    /// How many schemas in place lie between the definition and here; none if a part of the value
    /// is judged.
    int in_place = 0;
    bool judges_same_value = true;
};

class Walk {
  public:
    Walk(const Document& document, const Dialect& dialect)
        : document_(document), dialect_(dialect) {}

    Result<Reached> run(std::string_view root) {
        const Json* schema = find(*document_.root, root);
        if (schema == nullptr) {
            return fail(ErrorCode::kNotFound,
                        fmt::format("there is no schema at \"{}\"", root),
                        document_.where(root));
        }
        define(std::string(root), schema);
        for (std::size_t i = 0; i < reached_.definitions.size(); ++i) {
            const Definition& definition = reached_.definitions[i];
            const auto visited = visit(*definition.schema, Spot{i, definition.pointer});
            if (!visited) return fail(visited.error());
        }
        const auto loops = check_loops(document_, reached_);
        if (!loops) return fail(loops.error());
        return std::move(reached_);
    }

  private:
    std::size_t define(std::string pointer, const Json* schema) {
        const auto known = reached_.index.find(pointer);
        if (known != reached_.index.end()) return known->second;
        const std::size_t place = reached_.definitions.size();
        reached_.index.emplace(pointer, place);
        reached_.definitions.push_back(Definition{std::move(pointer), schema, {}, 0});
        return place;
    }

    tl::unexpected<Error> refuse(ErrorCode code,
                                 std::string message,
                                 std::string_view pointer) const {
        return fail(code, std::move(message), document_.where(pointer));
    }

    bool is_closed() const { return dialect_.strictness == SchemaStrictness::kClosed; }

    Result<void> visit(const Json& schema, const Spot& spot) {
        int& depth = reached_.definitions[spot.definition].depth;
        depth = std::max(depth, spot.depth);
        if (spot.depth > kMaxNesting) {
            return refuse(ErrorCode::kLimit,
                          fmt::format("schemas are nested more than {} deep; name a part under "
                                      "components/schemas",
                                      kMaxNesting),
                          spot.pointer);
        }
        if (schema.is_boolean()) return {};
        if (!schema.is_object()) {
            return refuse(ErrorCode::kInvalid,
                          fmt::format("a schema is an object, true or false, but this is {}",
                                      to_short_text(schema)),
                          spot.pointer);
        }
        for (const auto& [name, value] : schema.items()) {
            const auto checked = check_member(name, value, spot);
            if (!checked) return checked;
        }
        return {};
    }

    Result<void> check_member(const std::string& name, const Json& value, const Spot& spot) {
        const std::string pointer = spot.pointer + '/' + escape_pointer_token(name);
        if (is_x_name(name)) return check_x_name(name, pointer);
        const Keyword* keyword = find_keyword(name);
        if (keyword == nullptr) return unknown_keyword(name, pointer);
        const auto allowed = check_allowed(*keyword, value, pointer);
        if (!allowed) return allowed;
        return follow(*keyword,
                      value,
                      Spot{spot.definition,
                           pointer,
                           spot.depth + 1,
                           spot.in_place + 1,
                           spot.judges_same_value && keyword->in_place});
    }

    Result<void> check_x_name(const std::string& name, const std::string& pointer) const {
        const auto& names = dialect_.x_names;
        if (!is_closed() || std::find(names.begin(), names.end(), name) != names.end()) return {};
        return refuse(ErrorCode::kInvalid,
                      fmt::format("unknown x- keyword \"{}\"{}", name, suggestion(name, names)),
                      pointer);
    }

    Result<void> unknown_keyword(const std::string& name, const std::string& pointer) const {
        // JSON Schema calls what it does not know an annotation; our own documents have no use for
        // that.
        if (!is_closed()) return {};
        return refuse(ErrorCode::kInvalid,
                      fmt::format("unknown schema keyword {}{}",
                                  to_short_text(Json(name)),
                                  suggestion(name, keyword_names())),
                      pointer);
    }

    Result<void> check_allowed(const Keyword& keyword,
                               const Json& value,
                               const std::string& pointer) const {
        const bool is_root_id = keyword.name == "$id" && pointer == "/$id";
        if (keyword.role == Role::kRefused && !is_root_id) {
            return refuse(
                ErrorCode::kUnsupported,
                fmt::format("\"{}\" cannot be judged here; {}", keyword.name, keyword.mend),
                pointer);
        }
        if (keyword.role == Role::kOld && is_closed()) {
            return refuse(ErrorCode::kInvalid,
                          fmt::format("\"{}\" is of OpenAPI 3.0; {}", keyword.name, keyword.mend),
                          pointer);
        }
        const std::string expected = wrong_value(value, keyword.value, !is_closed());
        if (expected.empty()) return {};
        return refuse(
            ErrorCode::kInvalid,
            fmt::format("\"{}\" is {}, expected {}", keyword.name, to_short_text(value), expected),
            pointer);
    }

    /// Goes on to what the keyword holds: `spot` is the keyword's own.
    Result<void> follow(const Keyword& keyword, const Json& value, const Spot& spot) {
        switch (keyword.role) {
            case Role::kReference:
                return follow_reference(value, spot);
            case Role::kSchemaList:
                return visit_list(value, spot);
            case Role::kSchemaMap:
                return visit_map(value, spot, keyword.name == "patternProperties");
            case Role::kSchema:
                if (keyword.name != "propertyNames") return visit(value, spot);
                define(spot.pointer, &value);
                return {};
            case Role::kAssertion:
                if (keyword.name == "pattern") {
                    return add_pattern(value.get_ref<const std::string&>(), spot.pointer);
                }
                if (keyword.name == "format") {
                    return check_format(value.get_ref<const std::string&>(), spot.pointer);
                }
                return {};
            default:
                return {};
        }
    }

    Result<void> follow_reference(const Json& value, const Spot& spot) {
        const auto& reference = value.get_ref<const std::string&>();
        const auto target = resolve_reference(*document_.root, reference);
        if (!target) {
            auto why = why_unread(document_, reference_pointer(reference));
            if (why) return fail(*std::move(why));
            return refuse(target.error().code, target.error().message, spot.pointer);
        }
        const std::size_t place = define(*target, find(*document_.root, *target));
        if (spot.judges_same_value) {
            reached_.definitions[spot.definition].in_place.push_back(
                {place, spot.pointer, spot.in_place});
        }
        return {};
    }

    Result<void> visit_list(const Json& schemas, const Spot& spot) {
        for (std::size_t i = 0; i < schemas.size(); ++i) {
            const auto visited = visit(schemas[i], below(spot, std::to_string(i)));
            if (!visited) return visited;
        }
        return {};
    }

    Result<void> visit_map(const Json& schemas, const Spot& spot, bool has_patterns) {
        for (const auto& [name, schema] : schemas.items()) {
            const Spot place = below(spot, name);
            if (name.find('\0') != std::string::npos) {
                return refuse(ErrorCode::kInvalid,
                              fmt::format("the name {} has a NUL character; take it out",
                                          to_short_text(Json(name))),
                              place.pointer);
            }
            if (has_patterns) {
                const auto added = add_pattern(name, place.pointer);
                if (!added) return added;
            }
            const auto visited = visit(schema, place);
            if (!visited) return visited;
        }
        return {};
    }

    static Spot below(Spot spot, std::string_view token) {
        spot.pointer += '/' + escape_pointer_token(token);
        return spot;
    }

    Result<void> add_pattern(const std::string& pattern, const std::string& pointer) {
        if (reached_.patterns.contains(pattern)) return {};
        auto regex = Regex::compile(pattern);
        if (!regex) return refuse(regex.error().code, regex.error().message, pointer);
        reached_.patterns.emplace(pattern, std::move(*regex));
        return {};
    }

    Result<void> check_format(const std::string& name, const std::string& pointer) const {
        if (!is_closed() || find_format(name) != nullptr) return {};
        const std::vector<std::string> names = format_names();
        return refuse(ErrorCode::kInvalid,
                      fmt::format("unknown format {}{}; formats are {}",
                                  to_short_text(Json(name)),
                                  suggestion(name, names),
                                  join(names, ", ")),
                      pointer);
    }

    const Document& document_;
    const Dialect& dialect_;
    Reached reached_;
};

}  // namespace

Result<Reached> reach(const Document& document, const Dialect& dialect, std::string_view root) {
    return Walk(document, dialect).run(root);
}

}  // namespace plumbline
