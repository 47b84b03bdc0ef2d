#include "spec/schema/schema_scan.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/formats.hpp"
#include "spec/schema/keywords.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline {
namespace {

// A document is at most 64 levels deep, and each nested schema takes one or two of them.
constexpr int kMaxNesting = 64;

bool is_extension_name(std::string_view name) {
    return name.substr(0, 2) == "x-";
}

/// The current position of the scan.
struct ScanPosition {
    std::size_t definition = 0;
    std::string pointer;
    int depth = 1;
    /// The number of in-place applicators between the definition and this position, 0 below a part
    /// of the value.
    int in_place = 0;
    bool applies_to_same_value = true;
};

/// A keyword that means something else without another one beside it.
struct DependentKeyword {
    std::string_view other;
    std::string_view dependent;
};
constexpr DependentKeyword kDependentKeywords[] = {
    {"properties", "additionalProperties"},
    {"patternProperties", "additionalProperties"},
    {"prefixItems", "items"},
    {"minContains", "contains"},
    {"maxContains", "contains"},
    {"nullable", "type"},
};

class SchemaScanner {
  public:
    SchemaScanner(const Document& document,
                  const SchemaDialect& dialect,
                  SchemaResources& resources)
        : document_(document), dialect_(dialect), resources_(resources) {}

    Result<SchemaScan> run(std::string_view root) {
        const Json* schema = find(*document_.root, root);
        if (schema == nullptr) {
            return fail(ErrorCode::kNotFound,
                        fmt::format("there is no schema at \"{}\"", root),
                        document_.where(root));
        }
        resources_.add_schema(root);
        add_definition(std::string(root), schema);
        for (std::size_t i = 0; i < scan_.definitions.size(); ++i) {
            const SchemaDefinition& definition = scan_.definitions[i];
            const auto visited = visit(*definition.schema, ScanPosition{i, definition.pointer});
            if (!visited) return fail(visited.error());
        }
        const auto loops = check_loops(document_, dialect_, scan_);
        if (!loops) return fail(loops.error());
        return std::move(scan_);
    }

  private:
    std::size_t add_definition(std::string pointer, const Json* schema) {
        const auto known = scan_.index.find(pointer);
        if (known != scan_.index.end()) return known->second;
        const std::size_t index = scan_.definitions.size();
        scan_.index.emplace(pointer, index);
        scan_.definitions.push_back(SchemaDefinition{std::move(pointer), schema, {}});
        return index;
    }

    /// Refuses what the schema at a pointer says. In tolerant mode the rest of the schema is
    /// judged.
    Result<void> refuse(ErrorCode code, std::string message, const std::string& pointer) {
        Error error{code, std::move(message), document_.where(pointer), {}};
        if (is_closed() || code == ErrorCode::kLimit) return fail(std::move(error));
        scan_.unjudged.emplace(pointer, std::move(error));
        return {};
    }

    /// Returns whether a keyword cannot be judged, or a name in its map: lowering leaves out both.
    [[nodiscard]] bool is_left_out(const Json& schema,
                                   const std::string& pointer,
                                   std::string_view keyword) const {
        const Json* value = member(schema, keyword);
        if (!value) return false;
        const std::string at = pointer + '/' + std::string(keyword);
        if (scan_.unjudged.contains(at)) return true;
        if (!value->is_object()) return false;
        const auto& members = value->get_ref<const Json::object_t&>();
        return std::any_of(members.begin(), members.end(), [&](const auto& one) {
            return scan_.unjudged.contains(at + '/' + escape_pointer_token(one.first));
        });
    }

    /// Leaves out keywords that mean something else without another one that is left out.
    void leave_out_dependents(const Json& schema, const std::string& pointer) {
        for (const auto& [other, dependent] : kDependentKeywords) {
            if (!schema.contains(dependent) || !is_left_out(schema, pointer, other)) continue;
            (void)refuse(
                ErrorCode::kUnsupported,
                fmt::format("\"{}\" depends on \"{}\", which cannot be judged", dependent, other),
                pointer + '/' + std::string(dependent));
        }
    }

    bool is_closed() const { return dialect_.strictness == SchemaStrictness::kClosed; }

    Result<void> visit(const Json& schema, const ScanPosition& position) {
        if (position.depth > kMaxNesting) {
            return refuse(ErrorCode::kLimit,
                          fmt::format("schemas are nested more than {} deep; move a part to "
                                      "components/schemas",
                                      kMaxNesting),
                          position.pointer);
        }
        if (schema.is_boolean()) return {};
        if (!schema.is_object()) {
            return refuse(ErrorCode::kInvalid,
                          fmt::format("a schema is an object, true or false, but this is {}",
                                      to_short_text(schema)),
                          position.pointer);
        }
        for (const auto& [name, value] : schema.items()) {
            const auto checked = check_member(name, value, position);
            if (!checked) return checked;
        }
        if (!scan_.unjudged.empty()) leave_out_dependents(schema, position.pointer);
        return {};
    }

    Result<void> check_member(const std::string& name,
                              const Json& value,
                              const ScanPosition& position) {
        const std::string pointer = position.pointer + '/' + escape_pointer_token(name);
        if (is_extension_name(name)) return check_extension_name(name, pointer);
        const Keyword* keyword = find_keyword(name);
        if (keyword == nullptr) return check_unknown_keyword(name, pointer);
        const auto allowed = check_keyword(*keyword, value, pointer);
        if (!allowed || scan_.unjudged.contains(pointer)) return allowed;
        return visit_keyword(*keyword,
                             value,
                             ScanPosition{position.definition,
                                          pointer,
                                          position.depth + 1,
                                          position.in_place + 1,
                                          position.applies_to_same_value && keyword->in_place});
    }

    Result<void> check_extension_name(const std::string& name, const std::string& pointer) {
        const auto& names = dialect_.x_names;
        if (!is_closed() || std::find(names.begin(), names.end(), name) != names.end()) return {};
        return refuse(
            ErrorCode::kInvalid,
            fmt::format("unknown x- keyword \"{}\"{}", name, quoted_name_hint(name, names)),
            pointer);
    }

    Result<void> check_unknown_keyword(const std::string& name, const std::string& pointer) {
        // JSON Schema treats an unknown keyword as an annotation; in our documents it is a mistake.
        if (!is_closed()) return {};
        return refuse(ErrorCode::kInvalid,
                      fmt::format("unknown schema keyword {}{}",
                                  to_short_text(Json(name)),
                                  quoted_name_hint(name, keyword_names())),
                      pointer);
    }

    Result<void> check_keyword(const Keyword& keyword,
                               const Json& value,
                               const std::string& pointer) {
        // Definitions alone judge nothing.
        const bool is_ignored = !is_closed() && keyword.name == "definitions";
        if (keyword.role == KeywordRole::kUnsupported && !is_ignored) {
            return refuse(
                ErrorCode::kUnsupported,
                fmt::format("\"{}\" is not supported here; {}", keyword.name, keyword.fix),
                pointer);
        }
        if (keyword.role == KeywordRole::kOpenApi30 && (is_closed() || !is_open_api_30())) {
            return refuse(
                ErrorCode::kInvalid,
                fmt::format("\"{}\" is a keyword of OpenAPI 3.0; {}", keyword.name, keyword.fix),
                pointer);
        }
        const KeywordValueType& type = keyword.value;
        const bool is_old_form =
            !is_closed() && type.accepts_tolerantly && type.accepts_tolerantly(value);
        if (is_old_form || type.accepts(value)) return {};
        return refuse(
            ErrorCode::kInvalid,
            fmt::format(
                "\"{}\" is {}, expected {}", keyword.name, to_short_text(value), type.expected),
            pointer);
    }

    /// A document that does not name its version may be of 3.0.
    [[nodiscard]] bool is_open_api_30() const {
        const std::string version = string_or(*document_.root, "openapi", "");
        return version.empty() || version.starts_with("3.0.");
    }

    /// Visits the value of a keyword; `position` is that of the keyword.
    Result<void> visit_keyword(const Keyword& keyword,
                               const Json& value,
                               const ScanPosition& position) {
        switch (keyword.role) {
            case KeywordRole::kReference:
                return visit_reference(keyword.name, value, position);
            case KeywordRole::kSchemaList:
                return visit_list(value, position);
            case KeywordRole::kSchemaMap:
                return visit_map(value, position, keyword.name == "patternProperties");
            case KeywordRole::kSchema:
                return visit(value, position);
            case KeywordRole::kSeparateSchema:
                add_definition(position.pointer, &value);
                return {};
            case KeywordRole::kAssertion:
                if (keyword.name == "pattern") {
                    return add_pattern(value.get_ref<const std::string&>(), position.pointer);
                }
                if (keyword.name == "format") {
                    return check_format(value.get_ref<const std::string&>(), position.pointer);
                }
                note_long_bound(value, position.pointer);
                return {};
            default:
                return {};
        }
    }

    Result<void> visit_reference(std::string_view keyword,
                                 const Json& value,
                                 const ScanPosition& position) {
        const auto& reference = value.get_ref<const std::string&>();
        const auto target = resources_.resolve(reference, position.pointer);
        if (!target) {
            const auto unread = find_read_error(document_, reference_pointer(reference));
            if (!unread)
                return refuse(target.error().code, target.error().message, position.pointer);
            if (is_closed()) return fail(*unread);
            scan_.unjudged.emplace(position.pointer, *unread);
            return {};
        }
        SchemaReference resolved{add_reference(target->pointer, position)};
        if (keyword == "$dynamicRef" && !target->dynamic_anchor.empty()) {
            for (const DynamicAnchor& anchor : resources_.dynamic_anchors(target->dynamic_anchor))
                resolved.by_resource[anchor.resource] = add_reference(anchor.pointer, position);
        }
        scan_.references.emplace(position.pointer, std::move(resolved));
        return {};
    }

    /// Adds a definition and the reference to it at a position.
    std::size_t add_reference(const std::string& pointer, const ScanPosition& position) {
        const std::size_t index =
            add_definition(pointer, find(*document_.root, std::string_view(pointer)));
        if (position.applies_to_same_value) {
            scan_.definitions[position.definition].in_place.push_back(
                {index, position.pointer, position.in_place});
        }
        return index;
    }

    Result<void> visit_list(const Json& schemas, const ScanPosition& position) {
        for (std::size_t i = 0; i < schemas.size(); ++i) {
            const auto visited = visit(schemas[i], child_position(position, std::to_string(i)));
            if (!visited) return visited;
        }
        return {};
    }

    Result<void> visit_map(const Json& schemas, const ScanPosition& position, bool has_patterns) {
        for (const auto& [name, schema] : schemas.items()) {
            const ScanPosition child = child_position(position, name);
            Result<void> named;
            if (name.find('\0') != std::string::npos) {
                named = refuse(ErrorCode::kInvalid,
                               fmt::format("the name {} contains a NUL character; remove it",
                                           to_short_text(Json(name))),
                               child.pointer);
            } else if (has_patterns) {
                named = add_pattern(name, child.pointer);
            }
            if (!named) return named;
            if (scan_.unjudged.contains(child.pointer)) continue;
            const auto visited = visit(schema, child);
            if (!visited) return visited;
        }
        return {};
    }

    static ScanPosition child_position(ScanPosition position, std::string_view token) {
        position.pointer += '/' + escape_pointer_token(token);
        return position;
    }

    Result<void> add_pattern(const std::string& pattern, const std::string& pointer) {
        if (scan_.patterns.contains(pattern)) return {};
        auto regex = EcmaRegex::compile(pattern);
        if (!regex) return refuse(regex.error().code, regex.error().message, pointer);
        scan_.patterns.emplace(pattern, std::move(*regex));
        return {};
    }

    Result<void> check_format(const std::string& name, const std::string& pointer) {
        if (find_format(name) != nullptr) return {};
        // JSON Schema: an unknown format is an annotation.
        if (!is_closed()) {
            scan_.imprecise_parts.try_emplace(
                name,
                Error{ErrorCode::kNotFound,
                      fmt::format("the format {} is unknown", to_short_text(Json(name))),
                      document_.where(pointer),
                      {}});
            return {};
        }
        const std::vector<std::string> names = format_names();
        return refuse(ErrorCode::kInvalid,
                      fmt::format("unknown format {}{}; the formats are {}",
                                  to_short_text(Json(name)),
                                  quoted_name_hint(name, names),
                                  join(names, ", ")),
                      pointer);
    }

    /// Notes a bound that was read as the nearest double: it has more than 64 bits.
    void note_long_bound(const Json& value, const std::string& pointer) {
        constexpr double kTwoTo64 = 18446744073709551616.0;
        if (is_closed() || !value.is_number_float() || std::abs(value.get<double>()) < kTwoTo64)
            return;
        scan_.imprecise_parts.try_emplace(
            pointer,
            Error{ErrorCode::kUnsupported,
                  fmt::format("values are compared with the nearest double, {}",
                              to_short_text(value)),
                  document_.where(pointer),
                  {}});
    }

    const Document& document_;
    const SchemaDialect& dialect_;
    SchemaResources& resources_;
    SchemaScan scan_;
};

}  // namespace

Result<SchemaScan> scan_schema(const Document& document,
                               const SchemaDialect& dialect,
                               SchemaResources& resources,
                               std::string_view root) {
    return SchemaScanner(document, dialect, resources).run(root);
}

}  // namespace plumbline
